//! 1: y = 3 +- 1e-4
//! 1: z = 4 +- 1e-4
model assign_in_alg
  import math;
  Real x, y, z;
equation
  der(x) = 1;
algorithm
  y := 2*x + 1;
  z := y + x;
  annotation(experiment(MMO_Description="assign_in_alg", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end assign_in_alg;
