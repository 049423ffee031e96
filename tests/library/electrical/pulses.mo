//! 0.05: r.v = -1 +- 1e-9
//! 0.15: r.v = 4 +- 1e-9
//! 0.25: r.v = -1 +- 1e-9
//! 0.35: r.v = 4 +- 1e-9
//! 1: c.v = 0.75 +- 1e-9
//! 1: duty.v = 0.3 +- 1e-7
model pulses "Half and quarter waves; a capacitor counts the charge"
  import Saltus.Electrical.*;
  PulseVoltage v(V = 5, offset = -1, period = 0.2, startTime = 0.1);
  Resistor r;
  PulseCurrent i(I = -3, period = 0.1, width = 0.25);
  Capacitor c(C = 1);
  PWMVoltage pwm(V = 10, f = 100);
  Saltus.Blocks.Constant share(k = 0.3);
  Resistor big(R = 10);
  CurrentSensor a;
  SignalCurrent copy;
  Capacitor duty(C = 1);
  Ground g1, g2, g3, g4;
equation
  connect(v.p, r.p);
  connect(v.n, r.n);
  connect(v.n, g1.p);
  connect(i.p, c.p);
  connect(i.n, c.n);
  connect(c.n, g2.p);
  connect(share.y, pwm.duty);
  connect(pwm.p, a.p);
  connect(a.n, big.p);
  connect(big.n, pwm.n);
  connect(pwm.n, g3.p);
  connect(a.i, copy.i);
  connect(copy.n, duty.p);
  connect(copy.p, duty.n);
  connect(duty.n, g4.p);
  annotation(experiment(StopTime = 1));
end pulses;
