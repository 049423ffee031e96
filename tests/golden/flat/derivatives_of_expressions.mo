model derivatives_of_expressions
  parameter Real L = 2;
  Real x(start = 1), y(start = 2), v, e, a[3], b[3];
equation
  der(x) = y;
  der(x*y + sin(x)) = -x - der(y);
  v = der(L*x);
  e = der(x^2) + der(time);
  der(a) = -a;
  b = der(2*a);
end derivatives_of_expressions;
