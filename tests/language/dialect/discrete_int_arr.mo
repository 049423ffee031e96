//! 1: k[2] = 4
model discrete_int_arr
  import math;
  Real x;
  discrete Integer k[3](each start = 2);
equation
  der(x) = 1;
algorithm
  when x > 0.5 then
    for i in 1:3 loop
      k[i] := k[i]*i;
    end for;
  end when;
  annotation(experiment(MMO_Description="discrete_int_arr", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end discrete_int_arr;
