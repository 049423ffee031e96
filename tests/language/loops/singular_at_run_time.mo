//! tol 1e-6 1e-9
//! ends ESTUCK
//! 0.5: y = -2 +- 1e-3
// y = 1/(x - 1), so that w has a pole at 1
model singular_at_run_time
  Real x(start = 0, fixed = true), w(start = 0, fixed = true);
  Real y, z;
equation
  der(x) = 1;
  der(w) = y;
  y + z = 0;
  x*y + z = 1;
  annotation(experiment(StopTime = 3));
end singular_at_run_time;
