//! ends TERMINATED
//! 1.5: x = 0.5 +- 1e-2
model terminate_and_reinit
  import math;
  Real x;
  discrete Real n;
equation
  der(x) = 1;
algorithm
  when x > 1 then
    reinit(x, 0);
    n := n + 1;
    if n > 2 then
      terminate("three times");
    end if;
  end when;
  annotation(experiment(StopTime = 10, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end terminate_and_reinit;
