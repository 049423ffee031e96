// the time is a state of its own part
//! method exact
//! 3: w = 4.5 +- 1e-9
//! 3: n = 1 +- 0
model ramps
  Real x(start = 0, fixed = true), w(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = time;
  der(w) = x;
  when w - time > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end ramps;
