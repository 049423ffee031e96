//= mean(load.v, last=20m) = 13.9254 +- 0.02
//= ripple(load.v, last=20m) = 2.3526 +- 0.02
//= events 80
model bridge "Full-wave bridge with a capacitor"
  import Saltus.Electrical.*;
  SineVoltage source(V = 17);
  Resistor rs(R = 0.3);
  IdealDiode d1(Vknee = 0.7);
  IdealDiode d2(Vknee = 0.7);
  IdealDiode d3(Vknee = 0.7);
  IdealDiode d4(Vknee = 0.7);
  Capacitor c(C = 2.2e-3);
  Resistor load(R = 20);
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(source.n, d2.p);
  connect(source.n, d4.n);
  connect(rs.n, d1.p);
  connect(rs.n, d3.n);
  connect(d1.n, d2.n);
  connect(d1.n, c.p);
  connect(d1.n, load.p);
  connect(ground.p, d3.p);
  connect(ground.p, d4.p);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  annotation(experiment(StopTime = 0.2));
end bridge;
