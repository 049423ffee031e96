//! 1: x = 2.71828 +- 3e-3
model any_order
  Real x(start = 1, fixed = true);
  Real a, b;
equation
  b = a/2;
  der(x) = b;
  a = 2*x;
end any_order;
