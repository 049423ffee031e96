// a ball that is taken back five times
//! method exact
//! 5.5: n = 5 +- 0
//! 5.5: x = -0.75 +- 1e-9
model falling_again
  Real x(start = -1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 2;
  when x > 0 then
    n = pre(n) + 1;
    reinit(x, -1);
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 5.5));
end falling_again;
