//! set a = 0
//! ends EMODEL
//! says their matrix is singular, nothing determines y[
//! 0: x = 0
model large_linear_singular
  parameter Integer N = 8;
  parameter Real a = 1;
  parameter Real A[N, N] = {{if i == j then (if i == N then a else 1) else (if i == N then 0 else 1/(i + j)) for j in 1:N} for i in 1:N};
  Real x(start = 0, fixed = true), y[N];
equation
  der(x) = sum(y);
  A*y = ones(N);
end large_linear_singular;
