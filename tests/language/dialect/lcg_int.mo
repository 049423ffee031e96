//! 5.5: s = 5
model lcg_int
  import math;
  Real x;
  discrete Integer s(start = 0), nextT(start = 1);
equation
  der(x) = 1;
algorithm
  when time > nextT then
    s := s + 1;
    nextT := nextT + 1;
  end when;
  annotation(experiment(MMO_Description="lcg_int", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=6, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end lcg_int;
