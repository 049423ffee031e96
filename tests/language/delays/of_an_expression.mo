//! tol 1e-6 1e-9
//! 2: y = 2 +- 1e-5
model of_an_expression
  parameter Real lag = 1;
  Real x(start = 0, fixed = true);
  Real y = delay(2*x, lag);
equation
  der(x) = 1;
end of_an_expression;
