//= rms(r.v, last=5m) = 0.70658 +- 0.01
//= events 0
model rlc_band "Band-pass at its resonance"
  import Saltus.Electrical.*;
  SineVoltage source(V = 1, f = 1591.55);
  Inductor l(L = 1e-3);
  Capacitor c(C = 10e-6);
  Resistor r(R = 2);
  Ground ground;
equation
  connect(source.p, l.p);
  connect(ground.p, source.n);
  connect(ground.p, r.n);
  connect(l.n, c.p);
  connect(c.n, r.p);
  annotation(experiment(StopTime = 0.02));
end rlc_band;
