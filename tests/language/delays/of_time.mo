//! tol 1e-6 1e-9
//! 0.5: y = 0
//! 3: y = 2 +- 1e-6
model of_time
  Real x(start = 0, fixed = true);
  Real y = delay(x, 1);
equation
  der(x) = 1;
end of_time;
