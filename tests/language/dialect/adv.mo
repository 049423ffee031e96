//! 1: u[1] = 1 +- 1e-2
//! 1: s = 100 +- 3
model adv
  import math;
  constant Integer N = 100;
  parameter Real alpha = 0.5, mu = 100, a = 1;
  Real u[N], s;
initial algorithm
  for i in 1:0.3*N loop
    u[i] := 1;
  end for;
equation
  der(u[1]) = (-u[1] + 1)*N*a - mu*u[1]*(u[1] - alpha)*(u[1] - 1);
  for j in 2:N loop
    der(u[j]) = (-u[j] + u[j-1])*N*a - mu*u[j]*(u[j] - alpha)*(u[j] - 1);
  end for;
  s = sum(u);
  annotation(experiment(MMO_Description="adv", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=LIQSS2, Tolerance={1e-3}, AbsTolerance={1e-3}, MMO_Output={u[10:10:N]}, MMO_Period={0.1}));
end adv;
