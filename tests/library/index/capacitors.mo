//! method qss3
//! tol 1e-6 1e-8
//! 3e-3: c1.v = 6.321205588285577 +- 1e-3
//! 3e-3: c2.v = 6.321205588285577 +- 1e-3
//! 3e-3: c2.i = 2.4525296078096154e-3 +- 1e-6
//! 5e-3: c3.v = 10 +- 1e-6
//! 5e-3: c3.i = 0 +- 1e-6
//! 1e-2: c3.i = -3.141592653589793e-3 +- 1e-6
model capacitors "Two in parallel are one; one across a source has no state"
  import Saltus.Electrical.*;
  ConstantVoltage v(V = 10);
  Resistor r(R = 1e3);
  Capacitor c1(C = 1e-6), c2(C = 2e-6);
  SineVoltage s(V = 10);
  Capacitor c3(C = 1e-6);
  Ground g1, g2;
equation
  connect(v.p, r.p);
  connect(r.n, c1.p);
  connect(r.n, c2.p);
  connect(c1.n, v.n);
  connect(c2.n, v.n);
  connect(v.n, g1.p);
  connect(s.p, c3.p);
  connect(s.n, c3.n);
  connect(c3.n, g2.p);
  annotation(experiment(StopTime = 1e-2));
end capacitors;
