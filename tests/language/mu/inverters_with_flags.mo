//! tol 1e-4 1e-6
//! 1: w[1] = 5 +- 1e-2
//! 1: w[2] = 0 +- 2e-2
model inverters_with_flags
  constant Integer N = 10;
  Real w[N];
  discrete Real on[N], sat[N];
  constant Real VDD = 5, G = 100, VT = 1;
initial algorithm
  for i in 1:N / 2 loop
    w[2*i] := 0.00625;
    w[2*i-1] := 5;
  end for;
equation
  der(w[1]) = VDD - w[1];
  for i in 2:N loop
    der(w[i]) = VDD - w[i] - G*(on[i]*(w[i-1] - VT)^2 - sat[i]*(w[i-1] - w[i] - VT)^2);
  end for;
algorithm
  for i in 2:N loop
    when w[i-1] > VT then
      on[i] := 1;
    elsewhen w[i-1] < VT then
      on[i] := 0;
    end when;
    when w[i-1] - w[i] > VT then
      sat[i] := 1;
    elsewhen w[i-1] - w[i] < VT then
      sat[i] := 0;
    end when;
  end for;
  annotation(experiment(MMO_Description = "inverters with hand-made modes", MMO_Solver = LIQSS2, StartTime = 0.0, StopTime = 1.0, Tolerance = {1e-3}, AbsTolerance = {1e-6}, MMO_Output = {w[1], w[N]}));
end inverters_with_flags;
