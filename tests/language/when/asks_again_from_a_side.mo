//! 5: a = 1
//! 5: b = 1
//! 5: c = 1
//! method qss3
model asks_again_from_a_side "bodies ask the condition that was approached from one side"
  Real h(start = 1, fixed = true), g(start = 1, fixed = true);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  der(h) = if a > 0 then 0 else -0.5*sqrt(h);
  der(g) = -0.3;
  when h <= 1e-3 then
    a = if h <= 1e-3 then 1 else 2;
    b = if h > 1e-3 then 2 else 1;
  end when annotation(__Saltus_unilateral = true);
  when g < 0.5 then
    c = if g < 0.5 then 1 else 2;
  end when annotation(__Saltus_mustCross = true);
end asks_again_from_a_side;
