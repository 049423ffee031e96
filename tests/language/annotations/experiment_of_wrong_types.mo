model experiment_of_wrong_types
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StartTime = "now", StopTime = true, Interval = 0, Tolerance = {{1e-3}}, Stoptime = 4));
end experiment_of_wrong_types;
