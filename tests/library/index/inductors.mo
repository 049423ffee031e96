//! method qss3
//! tol 1e-6 1e-8
//! 3e-3: l1.i = 6.321205588285577 +- 1e-3
//! 3e-3: l2.v = 2.4525296078096154 +- 1e-3
//! 3e-3: l3.i = 3.160602794142788 +- 1e-3
model inductors "Two in series are one; three that meet in a node have two currents"
  import Saltus.Electrical.*;
  ConstantVoltage v(V = 10);
  Resistor r(R = 1);
  Inductor l1(L = 1e-3), l2(L = 2e-3);
  ConstantVoltage u(V = 10);
  Resistor q(R = 1);
  Inductor l(L = 2e-3), l3(L = 2e-3), l4(L = 2e-3);
  Ground g1, g2;
equation
  connect(v.p, r.p);
  connect(r.n, l1.p);
  connect(l1.n, l2.p);
  connect(l2.n, v.n);
  connect(v.n, g1.p);
  connect(u.p, q.p);
  connect(q.n, l.p);
  connect(l.n, l3.p);
  connect(l.n, l4.p);
  connect(l3.n, u.n);
  connect(l4.n, u.n);
  connect(u.n, g2.p);
  annotation(experiment(StopTime = 1e-2));
end inductors;
