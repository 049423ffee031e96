//! ends EMODEL
//! says must be positive
model assert_violated_at_the_start "0 is not positive"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x > 0, "must be positive") annotation(__Saltus_unilateral = true);
end assert_violated_at_the_start;
