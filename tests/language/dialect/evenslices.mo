//! 0: u[1] = 0
//! 0: u[11] = 1
//! 0: dx = 0.1 +- 1e-12
model evenslices
  import math;
  constant Integer N = 10;
  constant Real L = 1, DX = L/N;
  Real u[N + 1], dx = DX;
initial algorithm
  for i in 1:N + 1 loop
    u[i] := (i - 1)*DX;
  end for;
equation
  for i in 1:N + 1 loop
    der(u[i]) = 0;
  end for;
  annotation(experiment(MMO_Description="evenslices", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end evenslices;
