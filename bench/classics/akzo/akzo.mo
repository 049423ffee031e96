model akzo "A substance penetrates a tissue and binds to a second one, after its supply ends too"
  parameter Integer N = 200 "cells";
  parameter Real k = 100 "reaction", c = 4;
  parameter Real d = 1/N;
  parameter Real a[N] = {2*(j*d - 1)^3/c^2 for j in 1:N}, b[N] = {(j*d - 1)^4/c^2 for j in 1:N};
  Real u[N](each start = 0, each fixed = true), v[N](each start = 1, each fixed = true);
  Real phi = if time < 5 then 2 else 0;
equation
  der(u[1]) = a[1]*(u[2] - phi)/(2*d) + b[1]*(phi - 2*u[1] + u[2])/d^2 - k*u[1]*v[1];
  for j in 2:N-1 loop
    der(u[j]) = a[j]*(u[j+1] - u[j-1])/(2*d) + b[j]*(u[j-1] - 2*u[j] + u[j+1])/d^2 - k*u[j]*v[j];
  end for;
  der(u[N]) = -k*u[N]*v[N];
  for j in 1:N loop
    der(v[j]) = -k*v[j]*u[j];
  end for;
  annotation(experiment(StopTime = 20, Interval = 0.1));
end akzo;
