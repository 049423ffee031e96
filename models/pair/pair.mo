model pair "Two states of which each changes the sign of the other's derivative"
  Real x1(start = -4, fixed = true);
  Real x2(start = 4, fixed = true);
equation
  der(x1) = 0.2 - x1 - x2;
  der(x2) = x1 - x2 + 1.2;
  annotation(experiment(StopTime = 10, Interval = 0.02));
end pair;
