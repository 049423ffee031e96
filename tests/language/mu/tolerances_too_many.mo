model tolerances_too_many
  import math;
  Real x, y[2];
equation
  der(x) = 1;
  for i in 1:2 loop
    der(y[i]) = 1;
  end for;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, Tolerance = {1e-3, 1e-3, 1e-3, 1e-3}));
end tolerances_too_many;
