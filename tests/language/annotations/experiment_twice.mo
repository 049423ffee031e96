model experiment_twice
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1), experiment(StopTime = 2));
end experiment_twice;
