//! 1: c = 12
model two_idx_when
  import math;
  constant Integer N = 3, M = 4;
  Real x[N, M];
  discrete Real f[N, M], c;
equation
  for i in 1:N, j in 1:M loop
    der(x[i,j]) = i + j;
  end for;
algorithm
  for i in 1:N, j in 1:M loop
    when x[i,j] > 0.9 then
      f[i,j] := 1;
      c := c + 1;
    end when;
  end for;
  annotation(experiment(MMO_Description="two_idx_when", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end two_idx_when;
