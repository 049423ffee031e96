//! 0: c = 8
//! 0: d = 1000
model int_const
  import math;
  constant Integer N = 10, NEX = 4*N/5, BIG = 1e3;
  Real x[NEX], c, d;
equation
  for i in 1:NEX loop
    der(x[i]) = -1*x[i] + -1;
  end for;
  c = NEX;
  d = BIG;
  annotation(experiment(MMO_Description="int_const", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end int_const;
