//! method qss3
//! tol 1e-6 1e-8
//! 0.002: t.i1 = 0.84415402 +- 0.0001
//! 0.002: load.v = 4.63263935 +- 1e-3
//! 0.002: t.im = 0.380890085 +- 2e-2
//! 0.05: t.i1 = 9.7156456 +- 0.001
//! 0.05: load.v = 4.25907327 +- 1e-3
//! 0.05: t.im = 9.28973827 +- 2e-2
model transformer "10 V on a transformer with a load: a linear system of two states"
  import Saltus.Electrical.*;
  ConstantVoltage v(V = 10);
  Transformer t(n = 2, R1 = 0.1, L1 = 1e-3, R2 = 0.2, L2 = 2e-3, Lm = 0.05);
  Resistor load(R = 5);
  Ground g1, g2;
equation
  connect(v.p, t.p1);
  connect(v.n, t.n1);
  connect(v.n, g1.p);
  connect(t.p2, load.p);
  connect(t.n2, load.n);
  connect(load.n, g2.p);
  annotation(experiment(StopTime = 0.05));
end transformer;
