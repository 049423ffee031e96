model tolerance_not_a_number
  parameter Real p;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = x, Tolerance = 0));
end tolerance_not_a_number;
