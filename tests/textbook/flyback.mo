//= mean(load.v, last=0.2m) = 15.2739 +- 0.05
//= max(k.i1, last=0.2m) = 3.12698 +- 0.04
//= events 399
model flyback "Flyback converter with coupled inductors and a snubber"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 48);
  CoupledInductors k(L1 = 200e-6, L2 = 50e-6, M = 99e-6);
  Saltus.Blocks.BooleanPulse gate(period = 1e-5, width = 0.4);
  Switch s(Ron = 0.01);
  Resistor rs(R = 100);
  Capacitor cs(C = 1e-9);
  Diode d(Ron = 0.01);
  Capacitor c(C = 100e-6);
  Resistor load(R = 5);
  Ground ground;
equation
  connect(source.p, k.p1);
  connect(ground.p, source.n);
  connect(ground.p, k.p2);
  connect(ground.p, s.n);
  connect(ground.p, cs.n);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(k.n1, s.p);
  connect(k.n1, rs.p);
  connect(k.n2, d.p);
  connect(gate.y, s.control);
  connect(rs.n, cs.p);
  connect(d.n, c.p);
  connect(d.n, load.p);
  annotation(experiment(StopTime = 0.002));
end flyback;
