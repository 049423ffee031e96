//! 1: x = 0 +- 1e-9
//! 1: y = 2 +- 1e-3
model parameters_without_values
  import math;
  parameter Real a, b[2];
  Real x, y;
equation
  der(x) = a + b[1];
  der(y) = 2 + b[2];
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end parameters_without_values;
