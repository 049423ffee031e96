//! 4: n = 0
//! 4.5: n = 1
//! 4.5: k = 1
//! 10: n = 1
//! 4: m = 1
//! 10: m = 2
//! 10: x = 10 +- 1e-6
model jumps_without_events "conditions that jump over their threshold inside noEvent"
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true), m(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
  Real y = noEvent(if sin(time) > 0.5 then 0.5 else -0.5);
equation
  der(x) = 1;
  when noEvent(if time > 4.26 then 0.5 else -0.5) > 0.149 then
    n = pre(n) + 1;
  end when;
  when noEvent(if x > 4.26 then 0.5 else -0.5) + 0.001*x > 0.149 then
    k = pre(k) + 1;
  end when;
  when y > 0.149 then
    m = pre(m) + 1;
  end when;
end jumps_without_events;
