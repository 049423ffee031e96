//! 0: x = 0.25 +- 1e-12
//! 0: y = 0.75 +- 1e-12
// The one that is fixed stays a state; if both could, its start determines the other
model fixed_start_determines_the_other
  Real x(start = 9), y(start = 0.75, fixed = true), f;
equation
  der(x) = f;
  der(y) = -y;
  x + y = 1;
  annotation(experiment(StopTime = 1));
end fixed_start_determines_the_other;
