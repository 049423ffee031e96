model brusselator "An oscillating reaction that diffuses along a line"
  parameter Integer N = 500 "cells";
  parameter Real alpha = 0.02 "diffusion";
  parameter Real w = alpha*(N + 1)^2;
  Real u[N](start = {1 + sin(2*3.14159265358979323846*i/(N + 1)) for i in 1:N}, each fixed = true);
  Real v[N](each start = 3, each fixed = true);
equation
  der(u[1]) = 1 + u[1]^2*v[1] - 4*u[1] + w*(1 - 2*u[1] + u[2]);
  der(v[1]) = 3*u[1] - u[1]^2*v[1] + w*(3 - 2*v[1] + v[2]);
  for i in 2:N-1 loop
    der(u[i]) = 1 + u[i]^2*v[i] - 4*u[i] + w*(u[i-1] - 2*u[i] + u[i+1]);
    der(v[i]) = 3*u[i] - u[i]^2*v[i] + w*(v[i-1] - 2*v[i] + v[i+1]);
  end for;
  der(u[N]) = 1 + u[N]^2*v[N] - 4*u[N] + w*(u[N-1] - 2*u[N] + 1);
  der(v[N]) = 3*u[N] - u[N]^2*v[N] + w*(v[N-1] - 2*v[N] + 3);
  annotation(experiment(StopTime = 10, Interval = 0.05));
end brusselator;
