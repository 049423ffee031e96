// A chain of events at one instant that does not settle: whoever gets the ball throws it back, without end. There is
// no solution beyond this instant; the run must end there with a message that names the guard, and not hang.
model unsettled
  Real x(start = 0, fixed = true), ball(start = -1, fixed = true);
equation
  der(x) = 1;
  der(ball) = 0;
  when {x > 1, not ball > 0} then
    reinit(ball, 1);
  elsewhen ball > 0 then
    reinit(ball, -1);
  end when;
  annotation(experiment(StopTime = 3));
end unsettled;
