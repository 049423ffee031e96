//! 1: a = 0.8646647167633873 +- 1e-5
//! 1: b = -0.8646647167633873 +- 1e-5
//! tol 1e-7 1e-7
// a = p + q, b = -p - q: only their sum says a + b = 0. Then u = a - 1, and a' = 2 (1 - a)
model hidden_cutset
  Real a(start = 0), b, p, q, u;
equation
  der(a) = 1 - a - u;
  der(b) = 2*u;
  a = p + q;
  b = -p - q;
  p = 2*q + u;
  annotation(experiment(StopTime = 1));
end hidden_cutset;
