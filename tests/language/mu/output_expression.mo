//! 1: x = 1 +- 1e-2
model output_expression
  import math;
  Real x, y;
equation
  der(x) = 1;
  y = 2*x;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, MMO_Output = {x, x + y}));
end output_expression;
