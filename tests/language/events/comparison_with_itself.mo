//! 1: x = 1 +- 1e-6
model comparison_with_itself
  Real x(start = 0, fixed = true);
equation
  der(x) = if x >= x then 1 else 2;
end comparison_with_itself;
