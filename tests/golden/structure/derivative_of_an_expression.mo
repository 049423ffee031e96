model derivative_of_an_expression
  Real x(start = 1), y(start = 2), v, w;
equation
  der(x) = y;
  der(x*y) = -der(y);
  v = der(x + 2*sin(y));
  w = x*v;
end derivative_of_an_expression;
