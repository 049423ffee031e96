model M
  Real x(start = 0);
equation
  der(x) = 1;
  annotation(experiment(StopTime = "1", Tolerance = [1, 2], StartTime = x, Interval = true));
end M;
