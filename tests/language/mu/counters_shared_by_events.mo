//! 2.5: n = 4
//! 2.5: t = 12
model counters_shared_by_events
  "two time events at t = 1 and t = 2, both change n and t"
  import math;
  Real x;
  discrete Real a(start = 1), b(start = 1), n, t;
initial algorithm
  n := 0;
  t := 0;
equation
  der(x) = 1;
algorithm
  when time > a then
    a := a + 1;
    n := n + 1;
    t := t + 5;
  end when;
  when time > b then
    b := b + 1;
    n := n + 1;
    t := t + 1;
  end when;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2));
end counters_shared_by_events;
