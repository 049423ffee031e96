// Idioms of mu-Modelica: a population with hand-kept modes.
model airconds
  import math;
  constant Integer N = 100;
  parameter Real CAP[N], RES[N], POT[N], THA = 32, pmax = 0;
  parameter Real 'a gain' = 2;
  Real th[N](each start = 20), ptotal;
  discrete Real on[N], noise[N], nextSample(start = 1), tref;
  Integer i;
initial algorithm
  for i in 1:N loop
    th[i] := rand(4) + 18;
    CAP[i] := rand(100) + 550;
    if i < N / 5 then
      on[i] := 1;
    end if;
  end for;
equation
  ptotal = sum(POT)*1e-3;
  for i in 1:N loop
    der(th[i]) = (THA/RES[i] - POT[i]*on[i] - th[i]/RES[i] + noise[i]/RES[i])/CAP[i];
  end for;
  for i in 2:N-1, j in 1:2 loop
    der(u[i,j]) = pow(u[i-1,j], 2) - u[i,j]^2;
  end for;
algorithm
  when time > 1000 then
    tref := 20.5;
  elsewhen time > 2000 then
    tref := 20;
  end when;
  for i in 1:N loop
    when th[i] - tref + on[i] - 0.5 > 0 then
      on[i] := 1;
    elsewhen th[i] - tref + on[i] - 0.5 < 0 then
      on[i] := 0;
      reinit(th[i], 20);
    end when;
  end for;
  when time > nextSample then
    nextSample := nextSample + 1;
    (a, b) := f(c);
    terminate("done");
  end when;
  annotation(
    experiment(
      MMO_Description = "Population",
      MMO_Solver = LIQSS2,
      MMO_PartitionMethod = Metis,
      MMO_Output = {ptotal, th[1:100:N], th[1] - tref},
      MMO_OutputType = CI_Sampled,
      MMO_Period = {10},
      Jacobian = Dense,
      MMO_BDF_PDepth = 1,
      StartTime = 0.0,
      StopTime = 3000.0,
      Tolerance = {1e-3},
      AbsTolerance = {1e-3}));
end airconds;
