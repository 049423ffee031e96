model negative_tolerance
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(Tolerance = -1e-3));
end negative_tolerance;
