//! set b = 5
//! 0: r = 60
model dependent_parameter_overridden
  parameter Real a = 2*b;
  parameter Real b = c + 1;
  parameter Real c = 1;
  Real r = a*(b + c);
end dependent_parameter_overridden;
