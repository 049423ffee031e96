//! 1: u[2,3] = 6 +- 1e-2
model two_indices
  import math;
  Real u[4, 5];
equation
  for i in 1:4, j in 1:5 loop
    der(u[i, j]) = i*j;
  end for;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end two_indices;
