//! set b = 7
//! 0: y = 7
model final_parameter_set
  parameter Real a = 2;
  final parameter Real b = 2*a;
  Real y = b;
end final_parameter_set;
