//! tol 1e-6 1e-8
//! 1: y = 1 +- 1e-5
//! 3: y = 2
//! 7: y = -1
//! 5: y = 0 +- 1e-5
model saturation_nested
  "up to 3 at t = 3, then down"
  Real x(start = 0, fixed = true);
  Real y = min(2, max(-1, x - (if x > 0 then 0 else 0)));
equation
  der(x) = if time < 3 then 1 else -1.5;
end saturation_nested;
