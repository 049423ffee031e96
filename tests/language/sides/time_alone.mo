//! 0.85: n = 0
//! 1.1: n = 1
//! 1.1: x = 2.302 +- 1e-2
model time_alone "1/(1 - t) exists before 1 only; x = -log(1 - t)"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean over(start = false, fixed = true);
equation
  der(x) = if over then 0 else 1/(1 - time);
  when time > 0.9 then
    n = pre(n) + 1;
    over = true;
  end when annotation(__Saltus_unilateral = true);
end time_alone;
