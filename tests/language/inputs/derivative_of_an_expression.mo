model derivative_of_an_expression
  input Real u;
  Real x(start = 0, fixed = true), y;
equation
  der(x) = -x;
  y = der(2*u + x);
end derivative_of_an_expression;
