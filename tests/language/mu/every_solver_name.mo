//! 1: x = 1 +- 1e-2
model every_solver_name
  import math;
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = mLIQSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end every_solver_name;
