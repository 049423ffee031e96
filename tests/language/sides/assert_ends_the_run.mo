//! ends EMODEL
//! says level below zero
model assert_ends_the_run
  Real h(start = 1, fixed = true);
equation
  der(h) = -1;
  assert(h >= 0, "level below zero") annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 2));
end assert_ends_the_run;
