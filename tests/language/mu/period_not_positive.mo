model period_not_positive
  import math;
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, MMO_OutputType = CI_Sampled, MMO_Period = {0}));
end period_not_positive;
