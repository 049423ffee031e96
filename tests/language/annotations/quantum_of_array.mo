//! 1: x[2] = 2 +- 1e-6
model quantum_of_array
  Real x[2](each start = 0, each fixed = true) annotation(__Saltus_quantum = {1e-5, 1e-8});
equation
  der(x) = {1, 2};
  annotation(experiment(StopTime = 1, Interval = 0.1), __Saltus_method = "qss3", __Saltus_seed = 5, __Saltus_tolerance = 1e-4);
end quantum_of_array;
