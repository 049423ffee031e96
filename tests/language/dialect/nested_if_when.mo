//! 1: m = 2
//! 1: w = 7
model nested_if_when
  import math;
  Real x;
  discrete Real m, w;
equation
  der(x) = 1;
algorithm
  when x > 0.5 then
    if m > 0 then
      m := 9;
    elseif m < 0 then
      m := -9;
    else
      m := 2;
      if x > 0.4 then
        w := 7;
      end if;
    end if;
  end when;
  annotation(experiment(MMO_Description="nested_if_when", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end nested_if_when;
