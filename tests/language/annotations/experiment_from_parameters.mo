//! 1: x = 1 +- 1e-6
model experiment_from_parameters
  parameter Real T = 0.5;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 4*T, Tolerance = 1e-3/2));
end experiment_from_parameters;
