//= mean(c1.v, last=20m) = 2.34141 +- 0.02
//= mean(c2.v, last=20m) = 1.5691 +- 0.02
//= events 40
//= without liqss2: it chatters
//= without esdirk43: its cubics turn the diodes off too late
model two_rectifiers "Two rectifiers on one source"
  import Saltus.Electrical.*;
  SineVoltage source(V = 5.91, f = 50);
  Resistor rs(R = 0.013);
  IdealDiode d1(Ron = 0.001, Goff = 1e-06, Vknee = 0.7);
  Capacitor c1(C = 1.13e-06);
  Resistor l1(R = 5130.0);
  IdealDiode d2(Ron = 0.001, Goff = 1e-06, Vknee = 0.7);
  Capacitor c2(C = 6.97e-05);
  Resistor l2(R = 11.1);
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(ground.p, source.n);
  connect(ground.p, c1.n);
  connect(ground.p, l1.n);
  connect(ground.p, c2.n);
  connect(ground.p, l2.n);
  connect(rs.n, d1.p);
  connect(rs.n, d2.p);
  connect(d1.n, c1.p);
  connect(d1.n, l1.p);
  connect(d2.n, c2.p);
  connect(d2.n, l2.p);
  annotation(experiment(StopTime = 0.2));
end two_rectifiers;
