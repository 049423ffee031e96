//! 10: H = 2.1931471805599454 +- 0.005
model lotka_invariant
  Real a(start = 1, fixed = true), b(start = 0.5, fixed = true), H = a - log(a) + b - log(b);
equation
  der(a) = a*(1 - b);
  der(b) = b*(a - 1);
end lotka_invariant;
