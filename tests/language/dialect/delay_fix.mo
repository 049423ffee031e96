//! 1.5: y = 0.5 +- 1e-3
model delay_fix
  import math;
  Real x, y;
equation
  der(x) = 1;
  y = delay(x, 1);
  annotation(experiment(MMO_Description="delay_fix", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=2, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end delay_fix;
