//! 1: l.i1 = 1.3333333333333333 +- 1e-6
//! 1: l.i2 = -0.6666666666666667 +- 1e-6
//! 1: t.i1 = 0.5 +- 1e-9
//! 1: load.v = 5 +- 1e-9
model coupled "1 V on coupled inductors, the other side shorted; 10 V through 2 : 1 on 5 Ohm"
  import Saltus.Electrical.*;
  Saltus.Blocks.Constant one(k = 1);
  SignalVoltage v;
  CoupledInductors l(L1 = 1, L2 = 1, M = 0.5);
  ConstantVoltage u(V = 10);
  IdealTransformer t(n = 2);
  Resistor load(R = 5);
  Ground g1, g2, g3, g4;
equation
  connect(one.y, v.v);
  connect(v.p, l.p1);
  connect(v.n, l.n1);
  connect(v.n, g1.p);
  connect(l.p2, l.n2);
  connect(l.n2, g2.p);
  connect(u.p, t.p1);
  connect(u.n, t.n1);
  connect(u.n, g3.p);
  connect(t.p2, load.p);
  connect(t.n2, load.n);
  connect(load.n, g4.p);
  annotation(experiment(StopTime = 1));
end coupled;
