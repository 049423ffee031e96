//! set c = 2
//! 0: r = 30
model parameter_overridden
  parameter Real a = 2*b;
  parameter Real b = c + 1;
  parameter Real c = 1;
  Real r = a*(b + c);
end parameter_overridden;
