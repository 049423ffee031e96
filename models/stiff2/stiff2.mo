model stiff2 "The introductory stiff system"
  Real x1(start = 0, fixed = true);
  Real x2(start = 20, fixed = true);
equation
  der(x1) = 0.01*x2;
  der(x2) = 2020 - 100*x1 - 100*x2;
  annotation(experiment(StopTime = 1000, Interval = 2));
end stiff2;
