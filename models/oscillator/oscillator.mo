model oscillator "A linear oscillator with eigenvalues alpha +- i omega"
  parameter Real alpha = 0;
  parameter Real omega = 1;
  Real x1(start = 4, fixed = true);
  Real x2(start = 0, fixed = true);
equation
  der(x1) = alpha*x1 + omega*x2;
  der(x2) = -omega*x1 + alpha*x2;
  annotation(experiment(StopTime = 200, Interval = 0.2));
end oscillator;
