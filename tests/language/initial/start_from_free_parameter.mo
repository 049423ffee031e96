//! 0: x = 10 +- 1e-9
//! 0: y[1] = 5 +- 1e-9
//! 0: y[2] = 15 +- 1e-9
model start_from_free_parameter
  parameter Real p(fixed = false);
  parameter Real q = p;
  Real x(start = 2*p, fixed = true);
  Real y[2](start = {q, 3*q}, each fixed = true);
initial equation
  p = 5;
equation
  der(x) = 0;
  der(y) = {0, 0};
end start_from_free_parameter;
