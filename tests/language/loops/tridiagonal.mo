//! 0: y[1] = 1 +- 1e-9
//! 0: y[10] = 10 +- 1e-9
//! 0: y[30] = 30 +- 1e-8
// -y[i-1] + 2 y[i] - y[i+1] = 0 with 0 and 31 at the ends: a straight line
model tridiagonal
  parameter Integer N = 30;
  Real y[N];
equation
  2*y[1] - y[2] = 0;
  for i in 2:N - 1 loop
    -y[i - 1] + 2*y[i] - y[i + 1] = 0;
  end for;
  -y[N - 1] + 2*y[N] = N + 1;
end tridiagonal;
