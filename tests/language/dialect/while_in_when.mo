//! 1: k = 7
model while_in_when
  import math;
  Real x;
  discrete Real k, r(start = 100);
equation
  der(x) = 1;
algorithm
  when x > 0.5 then
    while r > 1 loop
      r := r/2;
      k := k + 1;
    end while;
  end when;
  annotation(experiment(MMO_Description="while_in_when", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end while_in_when;
