model pleiades "Seven stars in a plane attract each other"
  parameter Integer N = 7;
  parameter Real m[N] = {j for j in 1:N};
  Real x[N](start = {3, 3, -1, -3, 2, -2, 2}, each fixed = true);
  Real y[N](start = {3, -3, 2, 0, 0, -4, 4}, each fixed = true);
  Real vx[N](start = {0, 0, 0, 0, 0, 1.75, -1.5}, each fixed = true);
  Real vy[N](start = {0, 0, 0, -1.25, 1, 0, 0}, each fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    der(vx[i]) = sum(if j == i then 0 else m[j]*(x[j] - x[i])/((x[j] - x[i])^2 + (y[j] - y[i])^2 + (if j == i then 1 else 0))^1.5 for j in 1:N);
    der(vy[i]) = sum(if j == i then 0 else m[j]*(y[j] - y[i])/((x[j] - x[i])^2 + (y[j] - y[i])^2 + (if j == i then 1 else 0))^1.5 for j in 1:N);
  end for;
  annotation(experiment(StopTime = 3, Interval = 0.015));
end pleiades;
