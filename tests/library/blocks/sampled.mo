//! 0.35: hold.y = 3 +- 1e-9
//! 0.35: delay.y = 2 +- 1e-9
//! 0.35: filter.y = 2.5 +- 1e-9
//! 0.35: fir.y = 2.5 +- 1e-9
//! 0.35: taken.y = 0 +- 1e-9
//! 0.55: taken.y = 5 +- 1e-9
//! 1: taken.y = 5 +- 1e-9
//! 0.98: mean.y = 2.5 +- 1e-6
//! 1.05: mean.y = 7.5 +- 1e-6
//! 0.6: rms.y = 2.886751345948129 +- 1e-4
model sampled "u = 10 t, sampled every 0.1 s"
  import Saltus.Blocks.*;
  Ramp u(height = 100, duration = 10);
  SampleHold hold;
  UnitDelay delay;
  DiscreteTransferFunction filter(b = {1}, a = {1, -0.5}, startTime = 0) "y = 0.5 y1 + u1";
  DiscreteTransferFunction fir(b = {0.5, 0.5}, a = {1, 0}) "the mean of two";
  BooleanStep when5(startTime = 0.5);
  TriggeredSampler taken;
  Mean mean(f = 2);
  RMS rms(f = 2);
equation
  connect(u.y, hold.u);
  connect(u.y, delay.u);
  connect(u.y, filter.u);
  connect(u.y, fir.u);
  connect(u.y, taken.u);
  connect(when5.y, taken.trigger);
  connect(u.y, mean.u);
  connect(u.y, rms.u);
  annotation(experiment(StopTime = 1.2));
end sampled;
