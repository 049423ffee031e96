//! 3: x = 3 +- 1e-6
model unilateral_assert
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 10, "too far") annotation(__Saltus_unilateral = true);
end unilateral_assert;
