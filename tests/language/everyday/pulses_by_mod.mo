//! tol 1e-6 1e-8
//! 10: x = 5 +- 0.001
model pulses_by_mod
  Real x(start = 0, fixed = true);
  Boolean b;
equation
  b = mod(time, 1) < 0.5;
  der(x) = if b then 1 else 0;
  annotation(experiment(StopTime = 10));
end pulses_by_mod;
