model M
  Real x(start = 0), y(start = 1);
equation
  der(x) = 1;
  der(y) = 1;
  annotation(experiment(StopTime = 0, StartTime = 1, Tolerance = {1e-3, 1e-4, 1e-5}, Interval = -1, Stoptime = 3, AbsTolerance = 0));
end M;
