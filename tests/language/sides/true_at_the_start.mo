//! 0.5: n = 0
//! 0.5: m = 0
//! 1.9: n = 0
//! 3.5: n = 1
//! 3.5: m = 0
model true_at_the_start "the condition must have been false before"
  Real x(start = -1, fixed = true), z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = if time < 2 then 1 else -1;
  der(z) = -1;
  when x < 0 then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
  when z <= 0 then
    m = pre(m) + 1;
  end when annotation(__Saltus_mustCross = true);
end true_at_the_start;
