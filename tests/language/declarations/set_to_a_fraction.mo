//! set w = 2.5
//! 0: y = 2.5
model set_to_a_fraction
  parameter Real w = 1;
  Real y = w;
end set_to_a_fraction;
