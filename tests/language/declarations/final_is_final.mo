//! set a = 5
//! 0: y = 10
model final_is_final
  parameter Real a = 2;
  final parameter Real b = 2*a;
  Real y = b;
end final_is_final;
