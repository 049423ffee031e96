//! 1: u = 1.2642411 +- 1e-3
//! 1: a = 0.6321206 +- 1e-3
model der_of_named_difference
  "the same with a name: u = 2 a, u' = 2 - u"
  Real a, b, i, u(start = 0, fixed = true);
equation
  a + b = 0;
  i = 1 - a;
  u = a - b;
  2*der(u) = 4*i;
end der_of_named_difference;
