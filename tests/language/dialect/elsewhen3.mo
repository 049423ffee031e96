//! 3: n = 111
model elsewhen3
  import math;
  Real x;
  discrete Real n;
equation
  der(x) = 1;
algorithm
  when x > 2 then
    n := n + 100;
  elsewhen x > 1 then
    n := n + 10;
  elsewhen x > 0.5 then
    n := n + 1;
  end when;
  annotation(experiment(MMO_Description="elsewhen3", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=3, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end elsewhen3;
