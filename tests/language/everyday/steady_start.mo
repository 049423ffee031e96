//! tol 1e-6 1e-8
//! 5: x = 2 +- 0.0004
model steady_start
  Real x;
initial equation
  der(x) = 0;
equation
  der(x) = 2 - x;
  annotation(experiment(StopTime = 5));
end steady_start;
