// What flows through a diode that blocks, 0.2 mA, is less than the absolute quantum; none of the 50
// intervals in which it conducts is lost. With a coil in series, and with a capacitor behind it.
//! method auto
//! tol 1e-3 1e-3
//! 1: n1.y = 50
//! 1: n2.y = 48
//! events 210
model coarse_rectifiers
  import Saltus.Electrical.*;
  SineVoltage v(V = 10, f = 50);
  Inductor l1(L = 10e-3), l2(L = 10e-3);
  IdealDiode d1, d2;
  Resistor r1(R = 10), r2(R = 100);
  Capacitor c(C = 1e-3);
  Ground g;
  Saltus.Blocks.Counter n1, n2;
equation
  connect(v.p, l1.p);
  connect(l1.n, d1.p);
  connect(d1.n, r1.p);
  connect(r1.n, g.p);
  connect(v.p, l2.p);
  connect(l2.n, d2.p);
  connect(d2.n, r2.p);
  connect(c.p, r2.p);
  connect(c.n, g.p);
  connect(r2.n, g.p);
  connect(v.n, g.p);
  n1.u = not d1.off;
  n2.u = not d2.off;
end coarse_rectifiers;
