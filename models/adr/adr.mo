model adr "Advection, diffusion and reaction along a line"
  parameter Integer N = 1000 "cells";
  parameter Real a = 1 "advection";
  parameter Real d = 0.001 "diffusion";
  parameter Real r = 1000 "reaction";
  parameter Real dx = 10/N;
  parameter Real v = a/dx;
  parameter Real w = d/dx^2;
  Real u[N](start = {if i <= N/5 then 1 else 0 for i in 1:N}, each fixed = true);
equation
  der(u[1]) = w*(u[2] - u[1]) - (v + w)*(u[1] - 1) + r*(u[1]^2 - u[1]^3);
  for i in 2:N-1 loop
    der(u[i]) = w*(u[i+1] - u[i]) - (v + w)*(u[i] - u[i-1]) + r*(u[i]^2 - u[i]^3);
  end for;
  der(u[N]) = -(v + 2*w)*(u[N] - u[N-1]) + r*(u[N]^2 - u[N]^3);
  annotation(experiment(StopTime = 10, Interval = 0.01));
end adr;
