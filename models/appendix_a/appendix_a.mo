model appendix_a "The first-order system that is worked by hand"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  annotation(experiment(StopTime = 10, Interval = 0.02));
end appendix_a;
