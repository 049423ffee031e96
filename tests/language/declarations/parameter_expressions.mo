//! 0: r = 12
model parameter_expressions
  parameter Real a = 2*b;
  parameter Real b = c + 1;
  parameter Real c = 1;
  Real r = a*(b + c);
end parameter_expressions;
