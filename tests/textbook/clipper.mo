//= mean(c.v) = 0.738114 +- 0.02
//= max(c.v) = 5 +- 0.02
//= min(c.v) = -3 +- 0.02
//= events 20
model clipper "Clipper with two diodes and two sources"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  Resistor r(R = 1e3);
  IdealDiode d1;
  ConstantVoltage v1(V = 5);
  IdealDiode d2;
  ConstantVoltage v2(V = -3);
  Resistor r2(R = 1e3);
  Capacitor c(C = 1e-7);
  Ground ground;
equation
  connect(source.p, r.p);
  connect(ground.p, source.n);
  connect(ground.p, v1.n);
  connect(ground.p, v2.n);
  connect(ground.p, c.n);
  connect(r.n, d1.p);
  connect(r.n, d2.n);
  connect(r.n, r2.p);
  connect(d1.n, v1.p);
  connect(d2.p, v2.p);
  connect(r2.n, c.p);
  annotation(experiment(StopTime = 0.1));
end clipper;
