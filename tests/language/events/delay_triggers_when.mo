//! 1.4: n = 0
//! 1.6: n = 1
//! 1.6: t1 = 1.5 +- 1e-4
model delay_triggers_when
  Real x(start = 0, fixed = true);
  Real y = delay(x, 0.5);
  Integer n(start = 0, fixed = true);
  discrete Real t1(start = 0, fixed = true);
equation
  der(x) = 1;
  when y > 1 then
    n = pre(n) + 1;
    t1 = time;
  end when;
end delay_triggers_when;
