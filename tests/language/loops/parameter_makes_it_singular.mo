//! set a = 1
//! ends ENAN
//! says derivative
//! 0: x = 0
model parameter_makes_it_singular
  parameter Real a = 2;
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = y;
  a*y + z = 1 + x;
  y + z = 2;
end parameter_makes_it_singular;
