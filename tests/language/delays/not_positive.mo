//! ends EMODEL
model not_positive
  parameter Real lag = -1;
  Real x(start = 0, fixed = true);
  Real y = delay(x, lag);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1));
end not_positive;
