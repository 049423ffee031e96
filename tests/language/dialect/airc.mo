//! 0: n = 20
//! 30: ok = true
model airc
  import math;
  constant Integer N = 20;
  parameter Real THA = 32, pmax, Kp = 1, Ki = 1, tref = 20;
  parameter Real CAP[N], RES[N], POT[N], THIN[N];
  Real th[N], n, ierr, ptotal;
  Boolean ok = ptotal >= 0;
  discrete Real on[N], dtref, ref(start = 0.5), nextSample(start = 100), noise[N];
initial algorithm
  pmax := 0;
  for i in 1:N loop
    CAP[i] := rand(100) + 550;
    RES[i] := rand(0.4) + 1.8;
    POT[i] := rand(2) + 13;
    pmax := pmax + POT[i];
    th[i] := rand(4) + 18;
    noise[i] := rand(1);
  end for;
equation
  n = N;
  for i in 1:N loop
    der(th[i]) = THA/RES[i]/CAP[i] - POT[i]*on[i]/CAP[i] - th[i]/RES[i]/CAP[i] + noise[i]/CAP[i];
  end for;
  ptotal = sum(on)*14;
  der(ierr) = ref - ptotal/pmax;
algorithm
  for i in 1:N loop
    when th[i] - tref - dtref + on[i] - 0.5 > 0 then
      on[i] := 1;
    elsewhen th[i] - tref - dtref + on[i] - 0.5 < 0 then
      on[i] := 0;
    end when;
  end for;
  when time > nextSample then
    nextSample := nextSample + 1;
    dtref := Kp*(ref - ptotal/pmax) + Ki*ierr;
    for i in 1:N loop
      noise[i] := rand(2) - 1;
    end for;
  end when;
  annotation(experiment(MMO_Description="airc", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=300, MMO_Solver=QSS3, Tolerance={1e-3}, AbsTolerance={1e-3}));
end airc;
