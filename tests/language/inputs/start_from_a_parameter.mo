//! set p = 3
//! 1: u[1] = 3
//! 1: u[2] = 6
//! 1: x = 9 +- 1e-9
model start_from_a_parameter
  parameter Real p = 1;
  input Real u[2](start = {p, 2*p});
  Real x(start = 0, fixed = true);
equation
  der(x) = u[1] + u[2];
end start_from_a_parameter;
