//= mean(l.i) = 3.85982 +- 0.03
//= mean(load.v, last=2m) = 65.2033 +- 0.1
//= events 328
//= most auto 520
//= without liqss2: a current that Goff leaves is below its quantum; it steps over pulses
model pfc_ideal "Boost stage behind a bridge, of ideal switches and diodes; the source floats"
  import Saltus.Electrical.*;
  import Saltus.Blocks.*;
  SineVoltage source(V = 30.9, f = 50);
  IdealDiode d1(Ron = 0, Goff = 1e-09, Vknee = 0.7);
  IdealDiode d2(Ron = 0, Goff = 1e-09, Vknee = 0.7);
  IdealDiode d3(Ron = 0, Goff = 1e-09, Vknee = 0.7);
  IdealDiode d4(Ron = 0, Goff = 1e-09, Vknee = 0.7);
  Resistor earth(R = 639000.0);
  BooleanPulse g(period = 0.0002, width = 0.29);
  Inductor l(L = 0.000941);
  IdealSwitch s(Ron = 0, Goff = 1e-09);
  IdealDiode d(Ron = 0, Goff = 1e-09, Vknee = 0.7);
  Capacitor c(C = 0.000787);
  Resistor load(R = 460.0);
  Ground ground;
equation
  connect(source.p, d1.p);
  connect(source.p, d3.n);
  connect(source.n, d2.p);
  connect(source.n, d4.n);
  connect(source.n, earth.p);
  connect(d1.n, d2.n);
  connect(d1.n, l.p);
  connect(ground.p, d3.p);
  connect(ground.p, d4.p);
  connect(ground.p, earth.n);
  connect(ground.p, s.n);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(l.n, s.p);
  connect(l.n, d.p);
  connect(d.n, c.p);
  connect(d.n, load.p);
  s.control = g.y;
  annotation(experiment(StopTime = 0.02));
end pfc_ideal;
