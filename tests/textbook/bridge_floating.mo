//= mean(l.i, last=10m) = 0.00921447 +- 0.0001
//= events 96
//= without esdirk43: its mean is off by 7 %, and the estimate says so
model bridge_floating "Bridge of diodes that hardly leak, on a source that floats, before a coil"
  import Saltus.Electrical.*;
  SineVoltage source(V = 3, f = 400);
  Resistor rs(R = 2);
  IdealDiode d1(Ron = 0.1, Goff = 1e-12, Vknee = 0.3);
  IdealDiode d2(Ron = 0.1, Goff = 1e-12, Vknee = 0.3);
  IdealDiode d3(Ron = 0.1, Goff = 1e-12, Vknee = 0.3);
  IdealDiode d4(Ron = 0.1, Goff = 1e-12, Vknee = 0.3);
  Resistor earth(R = 265e3);
  Inductor l(L = 3.2);
  Resistor load(R = 25);
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(source.n, d2.p);
  connect(source.n, d4.n);
  connect(source.n, earth.p);
  connect(rs.n, d1.p);
  connect(rs.n, d3.n);
  connect(d1.n, d2.n);
  connect(d1.n, l.p);
  connect(ground.p, d3.p);
  connect(ground.p, d4.p);
  connect(ground.p, earth.n);
  connect(ground.p, load.n);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.03));
end bridge_floating;
