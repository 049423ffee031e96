//! ends EMODEL
//! says outside
//! 0: x[1] = 1
model index_outside_at_run_time
  Real x[3] = {1, 2, 3};
  Integer k(start = 1, fixed = true);
  Real y = x[k];
  Real z(start = 0, fixed = true);
equation
  der(z) = y;
  when sample(1, 1) then
    k = pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end index_outside_at_run_time;
