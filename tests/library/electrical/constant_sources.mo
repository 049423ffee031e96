//! 1: r.i = 5 +- 1e-9
//! 1: vs.i = -5 +- 1e-9
//! 1: a.i = 5 +- 1e-9
//! 1: w.power = 50 +- 1e-8
//! 1: g.v = 6 +- 1e-9
//! 1: v.v = 6 +- 1e-9
//! 1: x = 5 +- 1e-6
model constant_sources "10 V on 2 Ohm; 3 A into 0.5 S; ideal meters change nothing"
  import Saltus.Electrical.*;
  ConstantVoltage vs(V = 10);
  Resistor r(R = 2);
  CurrentSensor a;
  PowerSensor w;
  Ground g1, g2;
  ConstantCurrent cs(I = 3);
  Conductor g(G = 0.5);
  VoltageSensor v;
  Real x(start = 0, fixed = true);
equation
  connect(vs.p, a.p);
  connect(a.n, w.pc);
  connect(w.nc, r.p);
  connect(w.pv, r.p);
  connect(w.nv, r.n);
  connect(r.n, vs.n);
  connect(vs.n, g1.p);
  connect(cs.n, g.p);
  connect(g.n, cs.p);
  connect(g.n, g2.p);
  connect(v.p, g.p);
  connect(v.n, g.n);
  der(x) = a.i;
end constant_sources;
