model fixed_starts_that_contradict
  Real x(start = 3, fixed = true), y(start = 0, fixed = true), f;
equation
  der(x) = f;
  der(y) = 1;
  x + y = 1;
end fixed_starts_that_contradict;
