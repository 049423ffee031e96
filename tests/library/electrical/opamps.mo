//! method qss3
//! 0.005: a.out.v = -10 +- 1e-6
//! 0.015: a.out.v = 10 +- 1e-6
//! 0.005: b.out.v = 5 +- 1e-3
//! 0.001: b.out.v = 3.3989 +- 1e-3
//! 0.015: b.out.v = -5 +- 1e-3
//! 0.01: c.v = 0.6366197723675814 +- 1e-3
model opamps "Inverting, times 10; not inverting, times 11, with limits of 5 V; an integrator"
  import Saltus.Electrical.*;
  SineVoltage v(V = 1);
  Resistor r1(R = 1e3), r2(R = 1e4), r3(R = 1e3), r4(R = 1e4), r5(R = 1e4);
  Resistor load(R = 1e3), load2(R = 100);
  IdealOpAmp a, i;
  OpAmp b(Vmax = 5, Vmin = -5);
  Capacitor c(C = 1e-6);
  Ground g;
equation
  connect(v.n, g.p);
  connect(v.p, r1.p);
  connect(r1.n, a.in_n);
  connect(r2.p, a.in_n);
  connect(r2.n, a.out);
  connect(a.in_p, g.p);
  connect(a.out, load.p);
  connect(load.n, g.p);
  connect(v.p, b.in_p);
  connect(b.in_n, r3.p);
  connect(r3.n, g.p);
  connect(r4.p, b.out);
  connect(r4.n, b.in_n);
  connect(b.out, load2.p);
  connect(load2.n, g.p);
  connect(v.p, r5.p);
  connect(r5.n, i.in_n);
  connect(i.in_p, g.p);
  connect(c.p, i.in_n);
  connect(c.n, i.out);
  annotation(experiment(StopTime = 0.02));
end opamps;
