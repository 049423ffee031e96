model equations_of_arrays
  parameter Integer N = 6;
  parameter Real A[N, N] = identity(N), B[2, 2] = [1, 2; 3, 4];
  Real x[N], y[N], z[2], w[2], s, m[2, 2];
equation
  der(x) = A*x - 2*x + y;
  y = x.*x ./ (1 .+ x.^2);
  der(z) = B*z + {s, 2*s};
  w = z*B;
  s = x*y;
  m = B*B + transpose(B);
end equations_of_arrays;
