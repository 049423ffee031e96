//! 0.1: b.y = true
//! 0.3: b.y = false
//! 0.8: b.y = true
//! 1.3: b.y = false
//! 0.1: c.y = false
//! 0.3: c.y = true
//! 0.8: c.y = false
//! 1.3: c.y = true
//! 0.1: d.y = true
//! 0.6: d.y = false
//! 0.95: e.y = true
//! 0.5: z.y = false
//! 0.5: f.y = true
//! 0.1: t.y = true
//! 0.3: t.y = false
//! 0.8: t.y = true
model phases "Pulses that began before the start, and those that are always or never on"
  import Saltus.Blocks.*;
  BooleanPulse b(startTime = -0.25);
  BooleanPulse c(startTime = -0.75);
  BooleanPulse d(startTime = 0);
  BooleanPulse e(width = 1);
  BooleanPulse z(width = 0);
  BooleanPulse f(width = 1, startTime = -0.3);
  Constant half(k = 0.5);
  PWMTimer t(f = 1, startTime = -0.25);
  Real x(start=0, fixed=true);
equation
  connect(half.y, t.u);
  der(x) = if b.y then 1 else 0;
  annotation(experiment(StopTime = 2));
end phases;
