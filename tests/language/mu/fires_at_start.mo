//! 0.5: a = 1
//! 0.5: b = 0
//! 0.5: c = 1
model fires_at_start
  "a condition that holds at the start fires at once"
  import math;
  Real x(start = 3);
  discrete Real a, b, c;
equation
  der(x) = 0;
algorithm
  when x > 2 then
    a := a + 1;
  end when;
  when x > 5 then
    b := b + 1;
  end when;
  when x < 5 then
    c := c + 1;
  end when;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end fires_at_start;
