//! 0.5: a = 0
//! 1.5: a = 3
//! 1.5: n = 1
//! 1.5: x = 1.5 +- 1e-6
model simultaneous_time_events
  "three relations, one instant, one event"
  parameter Real p = 1, q = 0.5;
  Integer a(start = 0, fixed = true), n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = (if time > p then 1 else 0) + (if time > 2*q then 1 else 0) + (if 2*time > p + 1 then 1 else 0);
  when time > p and time > 2*q and 2*time > p + 1 then
    n = pre(n) + 1;
  end when;
  when {time > p, time > 2*q} then
    a = pre(a) + 3;
  end when;
end simultaneous_time_events;
