//! tol 1e-6 1e-9
//! 0: n = 15
//! 0: odd = 100
//! 1: odd = 110 +- 1e-3
model condition_inside
  parameter Integer N = 20;
  Real x[N](start = 1:N, each fixed = true);
  Real odd = sum(if mod(i, 2) == 1 then x[i] else 0 for i in 1:N);
  Integer n = sum(if x[i] > 5.5 then 1 else 0 for i in 1:N);
equation
  der(x) = ones(N);
end condition_inside;
