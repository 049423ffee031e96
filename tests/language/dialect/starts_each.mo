//! 0: a = 30
//! 0: b = 3
model starts_each
  import math;
  constant Integer N = 10;
  Real x[N](each start = 3), a, b, y[2](start = {1, 2});
equation
  for i in 1:N loop
    der(x[i]) = 0;
  end for;
  for i in 1:2 loop
    der(y[i]) = 0;
  end for;
  a = sum(x);
  b = y[1] + y[2];
  annotation(experiment(MMO_Description="starts_each", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end starts_each;
