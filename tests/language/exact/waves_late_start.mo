// 50 Hz, ten thousand seconds after 0: right to the rounding of the angle
//! method exact
//! 10000.25: x = 0.28902548223751721 +- 2e-9
model waves_late_start
  Real x(start = 0, fixed = true);
equation
  der(x) = 100*sin(2*3.141592653589793*50*time) - 100*x;
  annotation(experiment(StartTime = 10000, StopTime = 10000.25));
end waves_late_start;
