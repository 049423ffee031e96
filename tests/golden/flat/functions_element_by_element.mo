model functions_element_by_element
  function sq
    input Real x, k = 2;
    output Real y;
  algorithm
    y := k*x^2;
  end sq;
  Real x[4], y[4], z[2, 4], w[4], s;
equation
  der(x) = -x;
  y = sq(x);
  z = sq({x, y}, {{1, 2, 3, 4}, {5, 6, 7, 8}});
  w = sin(x) + sqrt(y);
  s = sum(sq(x));
end functions_element_by_element;
