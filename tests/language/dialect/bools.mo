//! 0.4: on = false
//! 0.8: on = true
//! 1: n = 2
model bools
  import math;
  Real x;
  discrete Boolean on(start = false);
  discrete Integer n(start = 0);
equation
  der(x) = 1;
algorithm
  when x > 0.5 then
    on := true;
    n := n + 1;
  end when;
  when on and x > 0.7 then
    n := n + 1;
  end when;
  annotation(experiment(MMO_Description="bools", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end bools;
