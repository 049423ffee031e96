//! -6.9895: x = 3.15e-3 +- 1e-8
//! -6.9895: z = 3.3e-3 +- 1e-8
//! -6.9895: never = 0 +- 1e-12
//! -6.9895: hardly = 0 +- 1e-12
//! tol 1e-6 1e-9
model pwm_before_zero "Carriers and timers from any start: 10 periods and a half; a duty cycle too short for the time is 0"
  Saltus.Blocks.PWM a(f = 1000, u = 0.3);
  Saltus.Blocks.PWMTimer b(f = 1000, u = 0.3, startTime = -7), off(f = 1000, u = 1e-18, startTime = -7);
  Saltus.Blocks.BooleanPulse pulse(period = 1e-3, width = 1e-18, startTime = -7);
  Real x(start = 0, fixed = true), z(start = 0, fixed = true), never(start = 0, fixed = true), hardly(start = 0, fixed = true);
equation
  der(x) = if a.y then 1 else 0;
  der(z) = if b.y then 1 else 0;
  der(never) = if off.y then 1 else 0;
  der(hardly) = if pulse.y then 1 else 0;
  annotation(experiment(StartTime = -7, StopTime = -6));
end pwm_before_zero;
