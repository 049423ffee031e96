// a guard that is no longer finite ends the run, though its slope is
//! method exact
//! ends ENAN
//! says the guard is not finite
model guard_not_finite
  Real x(start = 0, fixed = true);
  discrete Real d(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(1, 10) then
    d = 0;
  end when;
  when x + 1/d > 5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end guard_not_finite;
