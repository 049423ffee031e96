//= mean(load.v, last=1m) = -17.7252 +- 0.03
//= ripple(l.i, last=1m) = 1.27683 +- 0.04
//= events 1000
model buck_boost "Inverting buck-boost converter"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 12);
  Saltus.Blocks.BooleanPulse gate(period = 2e-5, width = 0.6);
  IdealSwitch s;
  Inductor l(L = 200e-6);
  IdealDiode d;
  Capacitor c(C = 100e-6);
  Resistor load(R = 20);
  Ground ground;
equation
  connect(source.p, s.p);
  connect(ground.p, source.n);
  connect(ground.p, l.n);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(gate.y, s.control);
  connect(s.n, l.p);
  connect(s.n, d.n);
  connect(d.p, c.p);
  connect(d.p, load.p);
  annotation(experiment(StopTime = 0.01));
end buck_boost;
