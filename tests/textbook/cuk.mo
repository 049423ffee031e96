//= mean(load.v, last=1m) = -8.03589 +- 0.03
//= mean(c1.v, last=1m) = 19.7927 +- 0.03
//= events 999
model cuk "Cuk converter"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 12);
  Inductor l1(L = 500e-6);
  Saltus.Blocks.BooleanPulse gate(period = 2e-5, width = 0.4);
  Switch s;
  Capacitor c1(C = 10e-6);
  Diode d;
  Inductor l2(L = 500e-6);
  Capacitor c2(C = 47e-6);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(source.p, l1.p);
  connect(ground.p, source.n);
  connect(ground.p, s.n);
  connect(ground.p, d.n);
  connect(ground.p, c2.n);
  connect(ground.p, load.n);
  connect(l1.n, s.p);
  connect(l1.n, c1.p);
  connect(gate.y, s.control);
  connect(c1.n, d.p);
  connect(c1.n, l2.p);
  connect(l2.n, c2.p);
  connect(l2.n, load.p);
  annotation(experiment(StopTime = 0.01));
end cuk;
