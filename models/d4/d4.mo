model d4 "A chemical reaction, problem D4 of the stiff test set"
  Real x1(start = 1, fixed = true);
  Real x2(start = 1, fixed = true);
  Real x3(start = 0, fixed = true);
equation
  der(x1) = -0.013*x1 - 1000*x1*x3;
  der(x2) = -2500*x2*x3;
  der(x3) = -0.013*x1 - 1000*x1*x3 - 2500*x2*x3;
  annotation(experiment(StopTime = 500, Interval = 1));
end d4;
