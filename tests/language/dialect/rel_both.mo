//! 7: n = 3
model rel_both
  import math;
  Real x, v(start = 1);
  discrete Real n;
equation
  der(x) = v;
  der(v) = -x;
algorithm
  when x > 0.5 or x < -0.5 then
    n := n + 1;
  end when;
  annotation(experiment(MMO_Description="rel_both", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=7, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end rel_both;
