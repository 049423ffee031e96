// ten thousand periods: the phase does not drift
//! method exact
//! 200: x = -0.28902548222246159 +- 1e-9
//! 200: n = 20000 +- 0
model waves_long_run
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 100*sin(2*3.141592653589793*50*time) - 100*x;
  when {x > 0.2, x < -0.2} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 200));
end waves_long_run;
