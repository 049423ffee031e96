model M
  import math;
  parameter Integer N = 10;
  parameter Real p;
  Real x[N](start = 0), u[N];
  discrete Real d;
equation
  for i in 1:N/2 loop
    der(x[i]) = u[2*i];
    der(x[N/2 + i]) = p;
  end for;
  for i in 1:N loop
    u[i] = pow(d, 2);
  end for;
algorithm
  when time > d then
    d := d + rand(1);
  end when;
  annotation(experiment(MMO_Solver = LIQSS_BDF, MMO_Output = {x[1], x[1:2:N], x[1] + 1, u}, MMO_Unknown = 3, MMO_Outputs = 1));
end M;
