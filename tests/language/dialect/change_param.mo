//! 0: y = 6
model change_param
  import math;
  parameter Real p, q = 2*p;
  Real x, y;
initial algorithm
  p := 3;
equation
  der(x) = 0;
  y = q;
  annotation(experiment(MMO_Description="change_param", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end change_param;
