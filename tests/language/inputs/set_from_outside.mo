//! set u = 4
//! 1: x = 4 +- 1e-9
//! 1: high = true
model set_from_outside
  input Real u(start = 1);
  Real x(start = 0, fixed = true);
  Boolean high = u > 3;
equation
  der(x) = u;
end set_from_outside;
