//! 0: on = 1
model condition_true_at_start
  import math;
  Real x(start = 5);
  discrete Real on;
equation
  der(x) = -x;
algorithm
  when x > 1 then
    on := 1;
  elsewhen x < 1 then
    on := 0;
  end when;
  annotation(experiment(StopTime = 10, MMO_Solver = LIQSS2, Tolerance = {1e-3}, AbsTolerance = {1e-6}));
end condition_true_at_start;
