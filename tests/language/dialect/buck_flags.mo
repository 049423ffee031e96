//! 0.01: uC = 15.7 +- 0.3
model buck_flags
  import math;
  Real uC, iL;
  discrete Real RD(start = 1e5), RS(start = 1e-5), nextT(start = 1e-4), lastT, diodeon;
  Real iD, vDd, uD;
  parameter Real ROn = 1e-5, ROff = 1e5, U = 24, L1 = 1e-4, C1 = 1e-4, R = 10, DC = 0.5, T = 1e-4;
equation
  iD = (iL*RS - U)/(RS + RD);
  vDd = iD*RD;
  uD = -vDd;
  der(iL) = (-uC - iD*RD)/L1;
  der(uC) = (iL - uC/R)/C1;
algorithm
  when time > nextT then
    lastT := nextT;
    nextT := nextT + T;
    RS := ROn;
  end when;
  when time - lastT - DC*T > 0 then
    RS := ROff;
  end when;
  when diodeon*iD + (1 - diodeon)*vDd > 0 then
    RD := ROn;
    diodeon := 1;
  elsewhen diodeon*iD + (1 - diodeon)*vDd < 0 then
    RD := ROff;
    diodeon := 0;
  end when;
  annotation(experiment(MMO_Description="buck_flags", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=0.01, MMO_Solver=LIQSS2, Tolerance={1e-3}, AbsTolerance={1e-4}));
end buck_flags;
