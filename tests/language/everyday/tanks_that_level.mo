//! 10: h1 = 1.0858 +- 1e-2
//! 60: even = true
model tanks_that_level
  "a flow by a root, until both are level"
  Real h1(start = 2, fixed = true), h2(start = 0, fixed = true), q;
  Boolean even = abs(h1 - h2) < 0.05;
equation
  q = if h1 > h2 then sqrt(h1 - h2) else -sqrt(h2 - h1);
  der(h1) = -0.1*q; der(h2) = 0.1*q;
end tanks_that_level;
