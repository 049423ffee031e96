model loops_of_equations
  parameter Integer N = 10, M = 4;
  Real u[N], g[N, M], h[N];
equation
  der(u[1]) = -u[1];
  for i in 2:N - 1 loop
    der(u[i]) = u[i + 1] - 2*u[i] + u[i - 1];
  end for;
  der(u[N]) = u[1];
  for i in 1:N, j in 1:M loop
    der(g[i, j]) = u[i] - g[i, j]*j;
  end for;
  for i in 1:2:N loop
    h[i] = u[i];
    h[i + 1] = 2*u[i];
  end for;
  for i in 5:4 loop
    h[i] = 7;
  end for;
end loops_of_equations;
