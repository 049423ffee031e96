//! ends EMODEL
//! says must be positive
model assert_at_start
  parameter Real p = -1;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(p > 0, "p must be positive");
  annotation(experiment(StopTime = 2));
end assert_at_start;
