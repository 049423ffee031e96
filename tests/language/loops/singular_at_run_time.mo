//! ends EMODEL
//! says y
//! 0.5: y = -2 +- 1e-3
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
