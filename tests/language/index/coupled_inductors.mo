//! 1: i[1] = 0.4423984338571902 +- 1e-4
//! 1: i[2] = 0.4423984338571902 +- 1e-4
//! tol 1e-7 1e-7
// v = L i' with a matrix L, both with the same current: (1 + 2 + 2*0.5) i' = 2 - i
model coupled_inductors
  parameter Real L[2, 2] = {{1, 0.5}, {0.5, 2}};
  Real i[2], v[2];
equation
  for k in 1:2 loop
    v[k] = sum(L[k, j]*der(i[j]) for j in 1:2);
  end for;
  i[1] = i[2];
  v[1] + v[2] = 2 - i[1];
  annotation(experiment(StopTime = 2));
end coupled_inductors;
