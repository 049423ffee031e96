model assert_in_parameter
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x >= 0, "negative radicand");
    y := sqrt(x);
  end root;
  parameter Real p = -1;
  parameter Integer N = integer(root(p));
  Real x[N];
equation
  for i in 1:N loop
    x[i] = time;
  end for;
end assert_in_parameter;
