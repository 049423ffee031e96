//! tol 1e-6 1e-9
//! 1: a = 3 +- 1e-5
//! 1: b = -1 +- 1e-5
model linear_two
  Real x(start = 0, fixed = true);
  Real a, b;
equation
  der(x) = 1;
  a + b = 2*x;
  a - b = 4*x;
end linear_two;
