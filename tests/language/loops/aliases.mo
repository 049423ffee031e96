//! tol 1e-6 1e-9
//! 1: a = 1 +- 1e-6
//! 1: d = -1 +- 1e-6
model aliases
  Real x(start = 0, fixed = true);
  Real a, b, c, d;
equation
  der(x) = 1;
  a = b;
  b = c;
  c = x;
  d + a = 0;
end aliases;
