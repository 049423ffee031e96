//! 0: x = 7
//! 2: x = 9 +- 1e-9
model start_from_parameters
  parameter Real x0 = 7;
  Real x(start = x0, fixed = true);
equation
  der(x) = 1;
end start_from_parameters;
