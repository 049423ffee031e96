//= mean(load.v, last=0.4m) = 42.6646 +- 0.05
//= ripple(l.i, last=0.1m) = 2.25827 +- 0.05
//= events 200
model boost_ideal "Boost converter whose switch and diode have no resistance"
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
  connect(source.p, l.p);
  connect(l.n, s.p);
  connect(l.n, d.p);
  connect(d.n, c.p);
  connect(c.p, load.p);
  connect(source.n, ground.p);
  connect(s.n, ground.p);
  connect(c.n, ground.p);
  connect(load.n, ground.p);
  annotation(experiment(StopTime = 2e-3));
end boost_ideal;
