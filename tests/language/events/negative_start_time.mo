//! -0.5: n = 0
//! 0.5: n = 1
//! 1.5: n = 2
//! 1.5: x = 3.5 +- 1e-6
model negative_start_time
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when {time > 0, time > 1} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StartTime = -2, StopTime = 3));
end negative_start_time;
