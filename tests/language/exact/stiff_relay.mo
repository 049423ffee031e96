// a rate of 1e9 beside one of 1, and a mode that changes
//! method exact
//! 2: y = 1.3068528194400547 +- 1e-6
model stiff_relay
  Real x(start = 2, fixed = true), y(start = 0, fixed = true), f(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  der(x) = -x;
  der(y) = if on then 1 else 0;
  der(f) = -1e9*(f - x);
  on = x < 1;
  annotation(experiment(StopTime = 2));
end stiff_relay;
