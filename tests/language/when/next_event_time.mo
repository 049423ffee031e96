//! 3.5: n = 3
//! 3.5: t1 = 4 +- 1e-12
model next_event_time
  discrete Real t1(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(t1) then
    t1 = pre(t1) + 1;
    n = pre(n) + 1;
  end when;
end next_event_time;
