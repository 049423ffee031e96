model stop_before_start
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StartTime = 3, StopTime = 2));
end stop_before_start;
