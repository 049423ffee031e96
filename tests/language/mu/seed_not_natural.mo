model seed_not_natural
  import math;
  Real x;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_RandomSeed = -1.5));
end seed_not_natural;
