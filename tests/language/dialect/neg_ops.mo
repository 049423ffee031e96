//! 0: y = -5
//! 0: z = 6
model neg_ops
  import math;
  Real x, y, z;
  parameter Real a = 2, b = 3;
equation
  der(x) = 0;
  y = -a + -b;
  z = -a * -b;
  annotation(experiment(MMO_Description="neg_ops", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end neg_ops;
