model reductions
  parameter Integer N = 1000;
  Real x[N], A[N, 3], s, t, p, lo, hi, m, few, w, q, none, nested;
equation
  der(x) = -x;
  for i in 1:N, j in 1:3 loop
    A[i, j] = x[i];
  end for;
  s = sum(x);
  t = sum(A);
  p = product(1 + x[i]/i for i in 1:N);
  lo = min(x);
  hi = max(abs(x[i]) for i in 1:N);
  m = min(x[1], x[2]) + max({x[1], x[2], x[3]});
  few = sum(x[i] for i in 1:3) + sum({x[1], s, p, lo, hi});
  w = sum(A[i, j]*i for i in 1:N, j in 1:3);
  q = sum(x[i]^2 for i in 10:-2:2);
  none = sum(x[i] for i in 5:4) + product(x[3:2]);
  nested = sum(sum(x[j] for j in 1:i) for i in 1:3);
end reductions;
