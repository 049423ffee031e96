model cyclic_sizes
  parameter Integer N = size(a, 1);
  parameter Real a[N] = fill(1, N);
  Real x = a[1];
end cyclic_sizes;
