model M
  Real a[2], A[2, 3], x;
equation
  a = linspace(0, 1, 1);
  a = identity(2);
  A = transpose(a);
  a = cross(a, a);
  A = cat(3, A, A);
  A = cat(1, A, a);
  A = symmetric(A);
  a = diagonal(A);
  a = fill(1, x);
  a = zeros(2.5);
  a = vector(A);
end M;
