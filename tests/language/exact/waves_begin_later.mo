// nothing, then a sine
//! method exact
//! 0.009: x = 0 +- 0
//! 0.1: x = 0.015634236718198864 +- 1e-12
model waves_begin_later
  parameter Real startTime = 0.01, A = 3, f = 50;
  Real x(start = 0, fixed = true), u;
equation
  u = if time < startTime then 0 else A*sin(2*3.141592653589793*f*(time - startTime));
  der(x) = u - 5*x;
  annotation(experiment(StopTime = 0.1));
end waves_begin_later;
