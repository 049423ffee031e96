//! 1: u[2,2] = 0.16104 +- 1e-3
model cellular
  import math;
  constant Integer N = 8, M = 6;
  Real u[N, M];
initial algorithm
  for i in 1:N, j in 1:M loop
    u[i, j] := 0;
  end for;
  u[4, 3] := 10;
equation
  for i in 2:N-1, j in 2:M-1 loop
    der(u[i,j]) = u[i-1,j] + u[i+1,j] + u[i,j-1] + u[i,j+1] - 4*u[i,j];
  end for;
  for j in 1:M loop
    der(u[1,j]) = 0;
    der(u[N,j]) = 0;
  end for;
  for i in 2:N-1 loop
    der(u[i,1]) = 0;
    der(u[i,M]) = 0;
  end for;
  annotation(experiment(MMO_Description="cellular", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS2, Tolerance={1e-4}, AbsTolerance={1e-5}, MMO_Output={u[4,3]}));
end cellular;
