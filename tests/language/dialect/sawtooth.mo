//! 0.95: x = 0.95 +- 1e-4
//! 2.5: x = 0.5 +- 1e-4
//! 3.5: n = 3
model sawtooth
  import math;
  Real x;
  discrete Real n;
equation
  der(x) = 1;
algorithm
  when x > 1 then
    reinit(x, 0);
    n := n + 1;
  end when;
  annotation(experiment(MMO_Description="sawtooth", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=4, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end sawtooth;
