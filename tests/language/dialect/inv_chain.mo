//! 1: v[1] = 5 +- 0.1
//! 1: v[2] = 0 +- 0.1
model inv_chain
  import math;
  constant Integer N = 20;
  constant Real UOP = 5, UTH = 1, GAMMA = 100;
  constant Real TR1 = 5, TR2 = 10, TF1 = 15, TF2 = 17;
  parameter Real UIN = 0;
  Real v[N];
  discrete Real z1[N], z2[N], vin;
initial algorithm
  for i in 1:N/2 loop
    v[i*2] := 6.247e-3;
    v[2*i - 1] := 5;
  end for;
  for i in 1:N loop
    z1[i] := 1;
    z2[i] := 1;
  end for;
equation
  der(v[1]) = UOP - v[1] - GAMMA*(pow(vin - UTH, 2)*z1[1] - pow(vin - v[1] - UTH, 2)*z2[1]);
  for j in 2:N loop
    der(v[j]) = UOP - v[j] - GAMMA*(pow(v[j-1] - UTH, 2)*z1[j] - pow(v[j-1] - v[j] - UTH, 2)*z2[j]);
  end for;
algorithm
  for i in 2:N loop
    when v[i-1] - UTH < 0 then
      z1[i] := 0;
    elsewhen v[i-1] - UTH > 0 then
      z1[i] := 1;
    end when;
    when v[i-1] - v[i] - UTH < 0 then
      z2[i] := 0;
    elsewhen v[i-1] - v[i] - UTH > 0 then
      z2[i] := 1;
    end when;
  end for;
  when vin - UTH < 0 then
    z1[1] := 0;
  elsewhen vin - UTH > 0 then
    z1[1] := 1;
  end when;
  when vin - v[1] - UTH < 0 then
    z2[1] := 0;
  elsewhen vin - v[1] - UTH > 0 then
    z2[1] := 1;
  end when;
  annotation(experiment(MMO_Description="inv_chain", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=LIQSS2, Tolerance={1e-3}, AbsTolerance={1e-4}, MMO_Output={v[N], v[1:2:5]}));
end inv_chain;
