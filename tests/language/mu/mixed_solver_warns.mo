//! 1: x = 0.36788 +- 1e-2
model mixed_solver_warns
  import math;
  Real x(start = 1);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 1, MMO_Solver = LIQSS_BDF, MMO_BDF_Part = {x}, Tolerance = {1e-4}, AbsTolerance = {1e-6}));
end mixed_solver_warns;
