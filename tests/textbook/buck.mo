//= mean(load.v, last=1m) = 12 +- 0.01
//= ripple(l.i, last=1m) = 1.20325 +- 0.01
//= events 500
model buck "Buck converter"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 24);
  Saltus.Blocks.BooleanPulse gate(period = 2e-5, width = 0.5);
  Switch s;
  Diode d;
  Inductor l(L = 100e-6);
  Capacitor c(C = 47e-6);
  Resistor load(R = 5);
  Ground ground;
equation
  connect(source.p, s.p);
  connect(ground.p, source.n);
  connect(ground.p, d.p);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(gate.y, s.control);
  connect(s.n, d.n);
  connect(s.n, l.p);
  connect(l.n, c.p);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.005));
end buck;
