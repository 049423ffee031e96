model functions_with_several_results
  function minmax
    input Real x[:];
    output Real lo, hi;
    output Real sorted[size(x, 1)];
  algorithm
    lo := min(x);
    hi := max(x);
    sorted := x;
  end minmax;
  function twice
    input Real x[:];
    output Real s, y[size(x, 1)];
  protected
    Real a, b;
  algorithm
    (a, b, y) := minmax(x);
    (s, , y[:]) := minmax(2*y);
    s := s + a + b;
  end twice;
  Real x[6], a, b, c[6], d, e[6];
equation
  der(x) = -x;
  (a, b, c) = minmax(x);
  (d, e) = twice(x);
end functions_with_several_results;
