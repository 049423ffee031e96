// the same a long time after 0: the time tells less digits, and nothing is lost
//! method exact
//! 1000000.3: n = 3 +- 0
//! 1000000.3: x = 0.049787068367863944 +- 1e-6
model late_start
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -10*x;
  der(y) = 10 - 1e4*y + 10*x;
  when {x < 0.5, x < 0.2, x < 0.1} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StartTime = 1000000, StopTime = 1000000.3));
end late_start;
