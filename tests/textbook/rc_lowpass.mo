//= final(c2.v) = 1.1422 +- 0.005
//= mean(c2.v) = 1.24642 +- 0.005
//= events 0
model rc_lowpass "RC low-pass of two stages, pulses"
  import Saltus.Electrical.*;
  PulseVoltage source(V = 5, period = 0.01, width = 0.3);
  Resistor r1(R = 1e3);
  Capacitor c1(C = 1e-6);
  Resistor r2(R = 10e3);
  Capacitor c2(C = 1e-6);
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(ground.p, source.n);
  connect(ground.p, c1.n);
  connect(ground.p, c2.n);
  connect(r1.n, c1.p);
  connect(r1.n, r2.p);
  connect(r2.n, c2.p);
  annotation(experiment(StopTime = 0.05));
end rc_lowpass;
