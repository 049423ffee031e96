//! 2: x = 2 +- 1e-9
//! 3: n = 1
model event_at_the_end
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 2 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end event_at_the_end;
