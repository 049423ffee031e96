//! 2.5: n = 3
//! 2.5: x = 2.5 +- 1e-3
model next_time
  import math;
  Real x;
  discrete Real nextT, n;
initial algorithm
  nextT := 0;
equation
  der(x) = 1;
algorithm
  when time > nextT then
    nextT := nextT + 1;
    n := n + 1;
  end when;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end next_time;
