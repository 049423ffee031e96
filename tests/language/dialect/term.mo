//! 0.2: x = 0.2 +- 1e-3
//! ends TERMINATED
model term
  import math;
  Real x;
equation
  der(x) = 1;
algorithm
  when x > 0.5 then
    terminate();
  end when;
  annotation(experiment(MMO_Description="term", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end term;
