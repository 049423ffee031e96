model bruss2d "The Brusselator on a square with periodic sides, disturbed in a disc"
  parameter Integer N = 32 "cells in each direction";
  parameter Real alpha = 0.1 "diffusivity";
  parameter Real c = alpha*N^2;
  Real u[N, N](start = {{22*((j - 1)/N)*(1 - (j - 1)/N)^1.5 for j in 1:N} for i in 1:N}, each fixed = true);
  Real v[N, N](start = {{27*((i - 1)/N)*(1 - (i - 1)/N)^1.5 for j in 1:N} for i in 1:N}, each fixed = true);
  parameter Real inside[N, N] = {{if ((i - 1)/N - 0.3)^2 + ((j - 1)/N - 0.6)^2 <= 0.01 then 5 else 0 for j in 1:N} for i in 1:N};
  discrete Real f(start = 0);
  parameter Integer M = div(N, 2);
  Real u1 = u[1, 1], v1 = v[1, 1], u2 = u[M, M], v2 = v[M, M];
equation
  for i in 1:N loop
    for j in 1:N loop
      der(u[i, j]) = 1 + u[i, j]^2*v[i, j] - 4.4*u[i, j] + f*inside[i, j]
        + c*(u[mod(i - 2, N) + 1, j] + u[mod(i, N) + 1, j] + u[i, mod(j - 2, N) + 1] + u[i, mod(j, N) + 1] - 4*u[i, j]);
      der(v[i, j]) = 3.4*u[i, j] - u[i, j]^2*v[i, j]
        + c*(v[mod(i - 2, N) + 1, j] + v[mod(i, N) + 1, j] + v[i, mod(j - 2, N) + 1] + v[i, mod(j, N) + 1] - 4*v[i, j]);
    end for;
  end for;
  when time >= 1.1 then
    f = 1;
  end when;
  annotation(experiment(StopTime = 11.5, Interval = 0.023));
end bruss2d;
