// The slopes are infinite at the start, and no end of the run gives a scale of time.
//! tol 1e-4 1e-7
//! 4: x = 5.333333333 +- 2e-3
//! 4: y = 12.8 +- 5e-3
//! 4: z = 0.886226925 +- 1e-3
model root_of_time
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(x) = sqrt(time);
  der(y) = time^1.5;
  der(z) = exp(-((time - 2)/0.5)^2);
end root_of_time;
