model Delayed "A state that follows its own past"
  Real x(start = 1);
  output Real y = delay(x, 0.5);
equation
  der(x) = -2*y;
  annotation(experiment(StopTime = 3));
end Delayed;
