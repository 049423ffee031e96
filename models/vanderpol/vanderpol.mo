model vanderpol "The Van der Pol oscillator, stiff for large mu"
  parameter Real mu = 1000;
  Real x1(start = 2, fixed = true);
  Real x2(start = 0, fixed = true);
equation
  der(x1) = x2;
  der(x2) = mu*(1 - x1^2)*x2 - x1;
  annotation(experiment(StopTime = 4000, Interval = 4));
end vanderpol;
