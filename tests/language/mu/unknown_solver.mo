model unknown_solver
  import math;
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = QSSX));
end unknown_solver;
