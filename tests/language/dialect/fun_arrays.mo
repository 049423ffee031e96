//! 0: a = 6
//! 0: b = 3
//! 1: x = 2.7182818 +- 1e-3
model fun_arrays
  import math;
  function total
    input Real u[3];
    output Real s;
  protected
    Integer k;
  algorithm
    s := 0;
    for i in 1:3 loop
      s := s + u[i];
    end for;
  end total;
  function pick
    input Real u[3];
    input Integer k;
    output Real y;
  algorithm
    y := u[k];
  end pick;
  Real x(start = 1), a, b;
  discrete Real w[3];
initial algorithm
  for i in 1:3 loop
    w[i] := i;
  end for;
equation
  der(x) = x;
  a = total(w);
  b = pick(w, 3);
  annotation(experiment(MMO_Description="fun_arrays", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end fun_arrays;
