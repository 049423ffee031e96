model subscripts
  parameter Integer N = 6, k = 2;
  parameter Integer order[3] = {3, 1, 2};
  Real x[N], A[N, N], a, b[2], c[3], d[N], e[3], f[2, 2], g;
  discrete Integer n(start = 1);
  Boolean sel = x[1] > 0;
equation
  der(x) = -x;
  for i in 1:N, j in 1:N loop
    A[i, j] = x[i]*j;
  end for;
  a = x[end] + x[end - 1] + A[end, 1];
  b = x[2:3];
  c = x[1:2:N];
  d = A[k, :] + A[:, k];
  e = x[order];
  f = A[{1, N}, 2:3];
  g = x[n] + A[n, n + 1] + x[if sel then 1 else 2];
  when x[2] < 0 then
    n = mod(pre(n), N) + 1;
  end when;
end subscripts;
