//! set N = 4
//! 0: k = 7
//! 0: a = 35
//! 0: q[4] = 16
model dependent_sizes
  parameter Integer N = 2;
  parameter Integer M = 2*N - 1;
  parameter Real w[M] = linspace(2, 2 + M - 1, M);
  parameter Real d[N, M] = {{i*j for j in 1:M} for i in 1:N};
  Real k = size(d, 2);
  Real a = sum(w);
  Real q[N] = d[:, 4 - N + N];
protected
  parameter Integer unused = N;
equation
  assert(size(w, 1) == M, "size");
end dependent_sizes;
