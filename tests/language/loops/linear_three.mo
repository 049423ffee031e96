//! 0: a = 1 +- 1e-12
//! 0: b = 2 +- 1e-12
//! 0: c = 3 +- 1e-12
model linear_three
  Real a, b, c;
equation
  a + b + c = 6;
  2*a - b + c = 3;
  a + 2*b - c = 2;
end linear_three;
