//! 1: x = 2 +- 1e-6
//! 3: y = -1 +- 1e-6
model semi_linear
  Real s(start = -1, fixed = true);
  Real x = semiLinear(s + 1, 2, 5);
  Real y = semiLinear(1 - s, 3, 1);
equation
  der(s) = 1;
end semi_linear;
