//= mean(load.v, last=0.4m) = 9.79773 +- 0.05
//= ripple(l.i, last=0.1m) = 1.2345 +- 0.05
//= events 200
model buck_ideal "Buck converter whose switch and diode have no resistance"
  import Saltus.Electrical.*;
  import Saltus.Blocks.*;
  ConstantVoltage source(V = 24);
  IdealSwitch s(Ron = 0, Goff = 0);
  IdealDiode d(Ron = 0);
  Inductor l(L = 1e-4);
  Capacitor c(C = 1e-4);
  Resistor load(R = 5);
  Ground ground;
  BooleanPulse g(period = 2e-5, width = 0.4);
equation
  s.control = g.y;
  connect(source.p, s.p);
  connect(s.n, d.n);
  connect(d.n, l.p);
  connect(l.n, c.p);
  connect(c.p, load.p);
  connect(source.n, d.p);
  connect(c.n, d.p);
  connect(load.n, d.p);
  connect(ground.p, d.p);
  annotation(experiment(StopTime = 2e-3));
end buck_ideal;
