model M
  parameter Integer N(fixed = false);
  Real x[N];
initial equation
  N = 3;
equation
  x = fill(1, N);
end M;
