//= mean(load.v, last=20m) = 9.23196 +- 0.02
//= ripple(load.v, last=20m) = 1.45975 +- 0.02
//= events 39
model center_tap "Full-wave rectifier with a centre tap"
  import Saltus.Electrical.*;
  SineVoltage upper(V = 10);
  SineVoltage lower(V = 10);
  Resistor r1(R = 0.2);
  Resistor r2(R = 0.2);
  Diode d1;
  Diode d2;
  Capacitor c(C = 1e-3);
  Resistor load(R = 50);
  Ground ground;
equation
  connect(upper.p, r1.p);
  connect(ground.p, upper.n);
  connect(ground.p, lower.p);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(lower.n, r2.p);
  connect(r1.n, d1.p);
  connect(r2.n, d2.p);
  connect(d1.n, d2.n);
  connect(d1.n, c.p);
  connect(d1.n, load.p);
  annotation(experiment(StopTime = 0.2));
end center_tap;
