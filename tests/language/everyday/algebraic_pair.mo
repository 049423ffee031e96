//! 1: a = 3 +- 1e-09
//! 1: b = 2 +- 1e-09
model algebraic_pair
  Real a, b;
equation
  a + b = 5;
  a - b = 1;
end algebraic_pair;
