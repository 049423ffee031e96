//! 0.5: y = 0.5 +- 1e-4
//! 2: y = 1 +- 1e-4
//! 2: z = 3 +- 1e-3
model ifexpr
  import math;
  Real x, y, z;
equation
  der(x) = 1;
  y = if x < 1 then x else 1;
  z = x*(if x > 1 then 1 else 0) + 1;
  annotation(experiment(MMO_Description="ifexpr", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=2, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end ifexpr;
