//! 1: x = 1 +- 1e-2
model tolerance_per_state
  import math;
  Real x, y;
equation
  der(x) = 1;
  der(y) = x;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, Tolerance = {1e-3, 1e-4}, AbsTolerance = {1e-3, 1e-4}, MMO_BDF_Part = {x}, MMO_SymDiff = true, MMO_Scheduler = ST_Binary));
end tolerance_per_state;
