//! 1: w[5] = 32 +- 1e-2
model alg_chain
  import math;
  constant Integer N = 5;
  Real x, w[N];
equation
  der(x) = 1;
  w[1] = 2*x;
  for i in 2:N loop
    w[i] = 2*w[i-1];
  end for;
  annotation(experiment(MMO_Description="alg_chain", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end alg_chain;
