//! 1: y = 2 +- 1e-3
model quoted_names
  import math;
  Real 'a b', y;
  parameter Real '1/R' = 2;
equation
  der('a b') = '1/R';
  y = 'a b';
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, MMO_Output = {'a b'}));
end quoted_names;
