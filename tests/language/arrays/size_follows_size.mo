//! set N = 4
//! 0: s = 100
//! 0: k = 10
//! 0: last = 16
model size_follows_size
  parameter Integer N = 2;
  parameter Integer M = div(N*(N + 1), 2);
  parameter Real w[M] = fill(10, M);
  final parameter Integer K = size(w, 1);
  Real s = sum(w);
  Real k = K;
  Real sq[N] = {i^2 for i in 1:N};
  Real last = sq[end];
end size_follows_size;
