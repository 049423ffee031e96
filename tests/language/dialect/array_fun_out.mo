//! 0: s = 12
model array_fun_out
  import math;
  function twice
    input Real u[3];
    output Real y[3];
  algorithm
    for i in 1:3 loop
      y[i] := 2*u[i];
    end for;
  end twice;
  Real x[3], s, y[3];
initial algorithm
  for i in 1:3 loop
    x[i] := i;
  end for;
equation
  for i in 1:3 loop
    der(x[i]) = 0;
  end for;
  y = twice(x);
  s = sum(y);
  annotation(experiment(MMO_Description="array_fun_out", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end array_fun_out;
