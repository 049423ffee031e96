//! ends EMODEL
//! says too high
//! 1: x = 1 +- 1e-6
model assert_fails
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 2, "x is too high");
  annotation(experiment(StopTime = 5));
end assert_fails;
