//! 0: y = 6
model parameter_from_initial_equation
  parameter Real p(fixed = false);
  Real y = p;
initial equation
  2*p = 12;
end parameter_from_initial_equation;
