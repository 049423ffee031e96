//! 2: x = 2 +- 1e-9
model saltus_names
  Real x(start = 0, fixed = true) annotation(__Saltus_quantum = {1e-4, 1e-6}, __Saltus_method = "qss2");
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2), __Saltus_method = "liqss2", __Saltus_absTolerance = 1e-7, __Saltus_watch = {"x"});
end saltus_names;
