//! 2: x = 2 +- 1e-9
model experiment_
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StartTime = 0, StopTime = 2, Tolerance = 1e-4, Interval = 0.1));
end experiment_;
