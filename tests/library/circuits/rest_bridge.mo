// A bridge with a coil in each line, from rest: all voltages, currents and their slopes are 0 at the
// start, and rounding is what remains of them. Values: esdirk43 at 1e-8 with the ground at c.n.
//! 0.004: c.v = 323.99 +- 0.5
//! 0.004: l1.i = 163.12 +- 0.3
//! 0.009: c.v = 507.67 +- 0.5
//! 0.048: c.v = 336.09 +- 0.5
//! events 12
model rest_bridge
  import Saltus.Electrical.*;
  SineVoltage s(V = 325, f = 50);
  Inductor l1(L = 1e-3), l2(L = 1e-3);
  IdealDiode d1, d2, d3, d4;
  Capacitor c(C = 1e-3);
  Resistor r(R = 50);
  Ground g;
equation
  connect(s.p, l1.p);
  connect(s.n, l2.p);
  connect(l1.n, d1.p);
  connect(l2.n, d2.p);
  connect(d3.n, l1.n);
  connect(d4.n, l2.n);
  connect(d1.n, c.p);
  connect(d2.n, c.p);
  connect(d3.p, c.n);
  connect(d4.p, c.n);
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(s.n, g.p);
end rest_bridge;
