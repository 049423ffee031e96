//= mean(load.v, last=20m) = 19.3977 +- 0.06
//= ripple(load.v, last=20m) = 0.381455 +- 0.04
//= events 79
//= most liqss2 150
model doubler "Greinacher voltage doubler"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  Resistor rs(R = 1);
  Capacitor c1(C = 100e-6);
  IdealDiode d1;
  IdealDiode d2;
  Capacitor c2(C = 100e-6);
  Resistor load(R = 10e3);
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(ground.p, source.n);
  connect(ground.p, d1.p);
  connect(ground.p, c2.n);
  connect(ground.p, load.n);
  connect(rs.n, c1.p);
  connect(c1.n, d1.n);
  connect(c1.n, d2.p);
  connect(d2.n, c2.p);
  connect(d2.n, load.p);
  annotation(experiment(StopTime = 0.4));
end doubler;
