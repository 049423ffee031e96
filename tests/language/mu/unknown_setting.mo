//! 1: x = 1 +- 1e-2
model unknown_setting
  import math;
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, MMO_RandomSed = 3));
end unknown_setting;
