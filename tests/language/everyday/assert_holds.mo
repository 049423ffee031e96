//! 1: x = 1 +- 0.001
model assert_holds
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 5, "too large");
end assert_holds;
