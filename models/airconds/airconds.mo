model airconds "A population of air conditioners with thermostats, disturbed by sampled noise"
  import math;
  parameter Integer N = 1000 "rooms";
  parameter Real outside = 32 "temperature";
  parameter Real P = 14 "cooling power of one";
  parameter Real Ts = 1 "period of the noise";
  parameter Real C[N] "heat capacities";
  parameter Real R[N] "thermal resistances";
  Real T[N](each unit = "degC") "temperatures";
  discrete Real on[N] "0 or 1";
  discrete Real noise[N](each start = 0);
  discrete Real reference(start = 20) "temperature";
  discrete Real nextSample(start = 0);
  discrete Real nextChange(start = 100);
  Real power "drawn by all, relative to all on";
initial algorithm
  for i in 1:N loop
    C[i] := 550 + rand(100);
    R[i] := 1.8 + rand(0.4);
    T[i] := 18 + rand(4);
    on[i] := if T[i] > 20 then 1 else 0;
  end for;
equation
  for i in 1:N loop
    der(T[i]) = ((outside - T[i])/R[i] - P*on[i] + noise[i])*60/C[i];
  end for;
  power = sum(on)/N;
algorithm
  when time > nextSample then
    nextSample := nextSample + Ts;
    for i in 1:N loop
      noise[i] := rand(2) - 1;
    end for;
  end when;
  when time > nextChange then
    reference := 20.5;
    nextChange := 1e10;
  end when;
  for i in 1:N loop
    when T[i] - reference + on[i] - 0.5 > 0 then
      on[i] := 1;
    elsewhen T[i] - reference + on[i] - 0.5 < 0 then
      on[i] := 0;
    end when;
  end for;
  annotation(experiment(StopTime = 300, Tolerance = {1e-3}, AbsTolerance = {1e-3}, MMO_Solver = QSS2, MMO_Output = {power, T[1]}, MMO_RandomSeed = 1));
end airconds;
