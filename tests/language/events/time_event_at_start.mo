//! 0.5: after = 1
//! 0.5: atOnce = 0
//! 0.5: x = 0.5 +- 1e-6
model time_event_at_start
  "time > 0 becomes true just after the start, time >= 0 has always been true"
  Integer after(start = 0, fixed = true), atOnce(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if time > 0 then 1 else 100;
  when time > 0 then
    after = pre(after) + 1;
  end when;
  when time >= 0 then
    atOnce = pre(atOnce) + 1;
  end when;
end time_event_at_start;
