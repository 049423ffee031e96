model tyson "The cell division cycle of cdc2 and cyclin, in N independent cells"
  parameter Integer N = 100 "cells";
  parameter Real k1 = 0.015, k3 = 200, k4 = 180, k4p = 0.018, k6 = 1, k7 = 0.6, k8 = 1e6, k9 = 1e3;
  parameter Real pM0[N] = {if N == 1 then 0.25 else 0.1 + 0.3*(c - 1)/(N - 1) for c in 1:N};
  Real C2[N](each start = 0, each fixed = true) "cdc2";
  Real CP[N](start = {1 - pM0[c] for c in 1:N}, each fixed = true) "phosphorylated cdc2";
  Real pM[N](start = pM0, each fixed = true) "inactive complex (preMPF)";
  Real M[N](each start = 0, each fixed = true) "active complex (MPF)";
  Real Y[N](each start = 0, each fixed = true) "cyclin";
  Real YP[N](each start = 0, each fixed = true) "phosphorylated cyclin";
equation
  for c in 1:N loop
    der(C2[c]) = k6*M[c] - (k8*C2[c] - k9*CP[c]);
    der(CP[c]) = k8*C2[c] - k9*CP[c] - k3*CP[c]*Y[c];
    der(pM[c]) = k3*CP[c]*Y[c] - pM[c]*(k4p + k4*M[c]^2);
    der(M[c]) = pM[c]*(k4p + k4*M[c]^2) - k6*M[c];
    der(Y[c]) = k1 - k3*CP[c]*Y[c];
    der(YP[c]) = k6*M[c] - k7*YP[c];
  end for;
  annotation(experiment(StopTime = 50, Interval = 0.1), __Saltus_method = "mliqss2",
             __Saltus_watch = {"M[1]", "M[50]", "M[100]"});
end tyson;
