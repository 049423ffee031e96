//! 1.5: x = 0.5 +- 1e-2
model state_assigned_in_when
  import math;
  Real x;
equation
  der(x) = 1;
algorithm
  when x > 1 then
    x := 0;
  end when;
  annotation(experiment(StopTime = 2, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end state_assigned_in_when;
