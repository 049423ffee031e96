model constructors
  parameter Integer N = 5;
  discrete Integer n(start = 1);
  constant Integer primes[4] = {2, 3, 5, 7};
  parameter Real chain[6] = {p, 2*p, 3*p, 4, 5, 6}, p = 2;
  Real x(start = 1), a, b, v[3], w[2, 2], r[N], q[4], m[3, 3], c[5], t[2, 2];
equation
  der(x) = -x;
  a = primes[n];
  b = chain[n]*x;
  v = {x, 1, b};
  w = {{x, 1}, {2, x}};
  r = {i*x for i in 1:N};
  q = cat(1, {x, 1}, {2, b});
  m = [x, v[1:2]*{1, 2}, 3; transpose([v]); 1, 2, 3];
  c = {k^2 for k in {1, 2, 4, 8, 16}};
  t = {10*i + j for i in 1:2, j in 1:2};
  when x < 0.5 then
    n = 2;
  end when;
end constructors;
