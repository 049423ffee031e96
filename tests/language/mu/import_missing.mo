model import_missing
  import math;
  import import_nowhere;
  Real x(start = 3);
equation
  der(x) = import_nowhere.f(x);
  annotation(experiment(StopTime = 1, MMO_Solver = LIQSS2));
end import_missing;
