//! 10: y = 1 +- 2e-2
model pid
  import math;
  Real y, i;
  discrete Real u, nextT(start = 0);
  parameter Real Ts = 0.05, Kp = 2, Ki = 1, r = 1;
equation
  der(y) = u - y;
  der(i) = r - y;
algorithm
  when time > nextT then
    nextT := nextT + Ts;
    u := Kp*(r - y) + Ki*i;
  end when;
  annotation(experiment(MMO_Description="pid", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=10, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end pid;
