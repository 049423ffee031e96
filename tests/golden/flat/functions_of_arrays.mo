model functions_of_arrays
  parameter Integer N = 5;
  Real x[N], a[3], b[3], c[3], S[3, 3], D[3, 3], O[3, N], L[N], I[N, N], K[3, 3], T[N, 3];
  Real s, v[3], M[3, 1];
equation
  der(x) = -x;
  a = {x[1], x[2], x[3]};
  b = fill(2.5, 3) + ones(3) + zeros(3);
  c = cross(a, b);
  S = skew(a);
  D = diagonal(a);
  O = outerProduct(a, x);
  L = linspace(1, 2, N);
  I = identity(N);
  K = symmetric(S*S);
  T = transpose(O);
  s = scalar({{x[1]}}) + size(O, 2) + ndims(O) + sum(size(O));
  v = vector([a[1]; a[2]; a[3]]);
  M = matrix(a);
end functions_of_arrays;
