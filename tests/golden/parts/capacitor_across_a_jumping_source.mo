model Gate
  import Saltus.Electrical.*;
  PulseVoltage pulse(V = 5, period = 1e-3);
  Capacitor c(C = 1e-9);
  Resistor r(R = 1e3);
  Ground ground;
equation
  connect(pulse.p, c.p);
  connect(pulse.n, c.n);
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(pulse.n, ground.p);
end Gate;
