//! tol 1e-4 1e-6
//! 0.0049: r.v = 0 +- 1e-2
//! 0.0051: r.v = 9.995 +- 2e-2
//! 0.0201: m.y = 1.5915494309189535 +- 5e-3
//! 0.0401: m.y = 1.5915494309189535 +- 5e-3
//! 0.007: q.v = 8.0902 +- 1e-2
//! 0.009: q.v = 0 +- 1e-2
model thyristor "Fired at 90 degrees: mean V/(2 pi) (1 + cos 90); the GTO is turned off at 8 ms"
  import Saltus.Electrical.*;
  SineVoltage v(V = 10);
  Saltus.Blocks.BooleanPulse fire(period = 0.02, width = 0.05, startTime = 0.005);
  Thyristor t;
  Resistor r(R = 10);
  Saltus.Blocks.BooleanPulse gate(period = 0.02, width = 0.15, startTime = 0.005);
  GTO gto;
  Resistor q(R = 10);
  VoltageSensor s;
  Saltus.Blocks.Mean m(f = 50);
  Ground g;
equation
  connect(fire.y, t.fire);
  connect(v.p, t.p);
  connect(t.n, r.p);
  connect(r.n, v.n);
  connect(gate.y, gto.fire);
  connect(v.p, gto.p);
  connect(gto.n, q.p);
  connect(q.n, v.n);
  connect(v.n, g.p);
  connect(s.p, r.p);
  connect(s.n, r.n);
  connect(s.v, m.u);
  annotation(experiment(StopTime = 0.041));
end thyristor;
