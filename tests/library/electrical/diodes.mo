//! 0.005: r1.v = 9.999 +- 2e-3
//! 0.015: r1.v = -1e-2 +- 2e-3
//! 0.005: r2.v = 9.3 +- 2e-3
//! 0.015: r2.v = 0 +- 2e-3
//! 0.005: r3.v = 0 +- 1e-9
//! 0.015: r3.v = -10 +- 1e-6
//! 0.015: d3.v = 0 +- 1e-9
//! 0.02: x = 0.06366197723675814 +- 1e-4
model diodes "Half waves: resistive, with a knee, and with neither resistance nor leakage"
  import Saltus.Electrical.*;
  SineVoltage v(V = 10);
  Diode d1(Ron = 1e-2, Roff = 1e5);
  Resistor r1(R = 100);
  IdealDiode d2(Ron = 1e-3, Goff = 1e-7, Vknee = 0.7);
  Resistor r2(R = 100);
  IdealDiode d3(Ron = 0, Goff = 0);
  Resistor r3(R = 100);
  Ground g;
  Real x(start = 0, fixed = true);
equation
  connect(v.p, d1.p);
  connect(d1.n, r1.p);
  connect(r1.n, v.n);
  connect(v.p, d2.p);
  connect(d2.n, r2.p);
  connect(r2.n, v.n);
  connect(v.p, d3.n);
  connect(d3.p, r3.p);
  connect(r3.n, v.n);
  connect(v.n, g.p);
  der(x) = -r3.v;
  annotation(experiment(StopTime = 0.02));
end diodes;
