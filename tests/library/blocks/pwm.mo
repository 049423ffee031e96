//! tol 1e-6 1e-9
//! 1: x = 0.3 +- 1e-6
//! 1: z = 0.3 +- 1e-6
//! 1: full = 1 +- 1e-6
//! 1: none = 0 +- 1e-6
//! 1: count.y = 100 +- 0
//! 0.0014: natural.y = true
//! 0.0016: natural.y = false
//! 0.0086: natural.y = true
//! 0.0029: timed.y = true
//! 0.0031: timed.y = false
model pwm "A duty cycle of 0.3, against a triangle and by the clock; limits of the duty cycle"
  import Saltus.Blocks.*;
  Constant duty(k = 0.3), one(k = 1.2), zero(k = 0);
  PWM natural(f = 100);
  PWMTimer timed(f = 100), always(f = 100), never(f = 100);
  Counter count;
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
  Real full(start = 0, fixed = true), none(start = 0, fixed = true);
equation
  connect(duty.y, natural.u);
  connect(duty.y, timed.u);
  connect(one.y, always.u);
  connect(zero.y, never.u);
  connect(natural.y, count.u);
  der(x) = if natural.y then 1 else 0;
  der(z) = if timed.y then 1 else 0;
  der(full) = if always.y then 1 else 0;
  der(none) = if never.y then 1 else 0;
  annotation(experiment(StopTime = 1));
end pwm;
