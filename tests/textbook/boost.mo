//= mean(load.v, last=1m) = 23.8564 +- 0.03
//= ripple(l.i, last=1m) = 1.15041 +- 0.04
//= events 999
model boost "Boost converter"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 12);
  Inductor l(L = 200e-6);
  Saltus.Blocks.BooleanPulse gate(period = 2e-5, width = 0.5);
  Switch s;
  Diode d;
  Capacitor c(C = 100e-6);
  Resistor load(R = 20);
  Ground ground;
equation
  connect(source.p, l.p);
  connect(ground.p, source.n);
  connect(ground.p, s.n);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(l.n, s.p);
  connect(l.n, d.p);
  connect(gate.y, s.control);
  connect(d.n, c.p);
  connect(d.n, load.p);
  annotation(experiment(StopTime = 0.01));
end boost;
