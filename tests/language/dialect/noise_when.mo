//! 10: ok = true
model noise_when
  import math;
  Real x;
  discrete Real u, nextT(start = 0.1), s, q, e, p;
  Boolean ok = abs(s/100) < 0.5;
equation
  der(x) = u - x;
algorithm
  when time > nextT then
    nextT := nextT + 0.1;
    u := normal(0, 1);
    s := s + u;
    q := uniform(2, 5);
    e := exponential(3);
    p := poisson(4);
  end when;
  annotation(experiment(MMO_Description="noise_when", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=10, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end noise_when;
