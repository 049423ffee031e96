model heat "A plate that is heated at one side, with a thermostat in its middle"
  parameter Integer N = 100 "cells in each direction";
  parameter Real loss = 2 "at the other side", power = 4;
  parameter Real low = 0.45, high = 0.5;
  parameter Real c = N^2 "of two neighbours, with a diffusivity of 1 and a side of 1";
  parameter Integer M = div(N, 2);
  Real u[N, N](each start = 0, each fixed = true);
  discrete Real on(start = 1);
  Real near = u[M, 1], middle = u[M, M], far = u[M, N];
equation
  for i in 2:N - 1 loop
    for j in 2:N - 1 loop
      der(u[i, j]) = c*(u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4*u[i, j]);
    end for;
    der(u[i, 1]) = c*(u[i - 1, 1] + u[i + 1, 1] + u[i, 2] - 3*u[i, 1]) + N*power*on;
    der(u[i, N]) = c*(u[i - 1, N] + u[i + 1, N] + u[i, N - 1] - 3*u[i, N]) - N*loss*u[i, N];
  end for;
  for j in 2:N - 1 loop
    der(u[1, j]) = c*(u[2, j] + u[1, j - 1] + u[1, j + 1] - 3*u[1, j]);
    der(u[N, j]) = c*(u[N - 1, j] + u[N, j - 1] + u[N, j + 1] - 3*u[N, j]);
  end for;
  der(u[1, 1]) = c*(u[2, 1] + u[1, 2] - 2*u[1, 1]) + N*power*on;
  der(u[N, 1]) = c*(u[N - 1, 1] + u[N, 2] - 2*u[N, 1]) + N*power*on;
  der(u[1, N]) = c*(u[2, N] + u[1, N - 1] - 2*u[1, N]) - N*loss*u[1, N];
  der(u[N, N]) = c*(u[N - 1, N] + u[N, N - 1] - 2*u[N, N]) - N*loss*u[N, N];
algorithm
  when u[M, M] > high then
    on := 0;
  elsewhen u[M, M] < low then
    on := 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 4e-3));
end heat;
