//! tol 1e-6 1e-9
//! 1: x = 1 +- 1e-6
//! 3: x = 0 +- 1e-4
model state_event_in_if
  Real x(start = 0, fixed = true);
  Boolean down(start = false, fixed = true);
equation
  der(x) = if down then -1 else 1;
  when x > 1.5 then
    down = true;
  end when;
end state_event_in_if;
