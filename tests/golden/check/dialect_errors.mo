model M
  import math;
  Real x(start = 0);
equation
  der(x) = 1;
  annotation(experiment(MMO_Solver = LIQSS22, MMO_Period = {0}, MMO_RandomSeed = 1.5, MMO_Description = 3, MMO_Output = {z}));
end M;
