//! 1: x = 0 +- 1e-9
//! 1: y = 1 +- 1e-9
model fixed_starts_that_agree
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), f;
equation
  der(x) = f;
  der(y) = 1;
  x + y = 1;
  annotation(experiment(StopTime = 2));
end fixed_starts_that_agree;
