//! 0: p = 5 +- 1e-9
//! 0: x = 10 +- 1e-9
model start_from_free_parameter
  parameter Real p(fixed = false);
  Real x(start = 2*p, fixed = true);
initial equation
  p = 5;
equation
  der(x) = 0;
end start_from_free_parameter;
