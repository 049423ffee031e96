//! 1: n = 3 +- 3
model spiking
  import math;
  constant Integer N = 5;
  Real v[N];
  discrete Real n, tick[N](each start = 1000);
  parameter Real I[N];
initial algorithm
  for i in 1:N loop
    v[i] := random(0.5);
    I[i] := 1.5 + rand_int(3)*0.1;
    tick[i] := 1e9;
  end for;
equation
  for i in 1:N loop
    der(v[i]) = I[i] - v[i];
  end for;
algorithm
  for i in 1:N loop
    when v[i] > 1 then
      reinit(v[i], 0);
      n := n + 1;
      tick[i] := time + 0.1;
    end when;
    when time > tick[i] then
      tick[i] := 1e9;
    end when;
  end for;
  annotation(experiment(MMO_Description="spiking", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end spiking;
