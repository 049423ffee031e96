//! says getting high
//! 5: x = 5 +- 1e-6
model assert_warning
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 2, "x is getting high", AssertionLevel.warning);
end assert_warning;
