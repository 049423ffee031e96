//! 1: c = 3 +- 2e-2
model algebraic_in_any_order
  import math;
  Real x, a, b, c;
equation
  c = a + b;
  b = 2*a;
  a = x;
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end algebraic_in_any_order;
