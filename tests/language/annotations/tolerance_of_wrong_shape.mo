model tolerance_of_wrong_shape
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  annotation(experiment(Tolerance = {1e-3, 1e-3, 1e-3}));
end tolerance_of_wrong_shape;
