model toggles "Pairs of genes that repress each other, driven by a common rhythm"
  parameter Integer N = 1000;
  parameter Real a[N] = {4 + 8*i/N for i in 1:N} "synthesis", b = 2, g = 2;
  Real u[N](start = {0.1 + 3*i/N for i in 1:N}, each fixed = true), v[N](each start = 1, each fixed = true);
  Real rhythm = 1 + 0.5*sin(time);
equation
  for i in 1:N loop
    der(u[i]) = a[i]*rhythm/(1 + v[i]^b) - u[i];
    der(v[i]) = a[N + 1 - i]/(1 + u[i]^g) - v[i];
  end for;
  annotation(experiment(StopTime = 40, Interval = 0.2));
end toggles;
