// The same without a capacitor: R = 50 Ohm behind 2 mH, each half wave. With w L/R = 0.01257 the current
// is V/Z (sin(wt - phi) + sin(phi) exp(-wt/tan(phi))), which is past its transient at 4 ms.
//! 0.004: l1.i = 6.1573 +- 0.02
//! 0.014: l1.i = -6.1573 +- 0.02
//! 0.014: r.v = 307.9 +- 1
//! events 20
model rest_bridge_coils
  import Saltus.Electrical.*;
  SineVoltage s(V = 325, f = 50);
  Inductor l1(L = 1e-3), l2(L = 1e-3);
  IdealDiode d1, d2, d3, d4;
  Resistor r(R = 50);
  Ground g;
equation
  connect(s.p, l1.p);
  connect(s.n, l2.p);
  connect(l1.n, d1.p);
  connect(l2.n, d2.p);
  connect(d3.n, l1.n);
  connect(d4.n, l2.n);
  connect(d1.n, r.p);
  connect(d2.n, r.p);
  connect(d3.p, r.n);
  connect(d4.p, r.n);
  connect(s.n, g.p);
end rest_bridge_coils;
