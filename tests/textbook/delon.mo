//= mean(load.v, last=20m) = 19.2565 +- 0.04
//= ripple(load.v, last=20m) = 0.683852 +- 0.04
//= events 79
model delon "Delon voltage doubler"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  Resistor rs(R = 1);
  IdealDiode d1;
  IdealDiode d2;
  Capacitor c1(C = 100e-6);
  Capacitor c2(C = 100e-6);
  Resistor load(R = 5e3);
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(ground.p, source.n);
  connect(ground.p, c1.n);
  connect(ground.p, c2.p);
  connect(rs.n, d1.p);
  connect(rs.n, d2.n);
  connect(d1.n, c1.p);
  connect(d1.n, load.p);
  connect(d2.p, c2.n);
  connect(d2.p, load.n);
  annotation(experiment(StopTime = 0.4));
end delon;
