//! ends EMODEL
//! says too far
model assert_in_an_algorithm
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
algorithm
  y := 2*x;
  assert(y < 3, "too far") annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 4));
end assert_in_an_algorithm;
