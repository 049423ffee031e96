// a crest of one millionth is crossed in every one of 1000 periods
//! method exact
//! 6283: n = 1000 +- 0
model grazing
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x > 0.999999 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 6283));
end grazing;
