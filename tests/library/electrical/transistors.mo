//! 0.004: r1.v = 0 +- 2e-2
//! 0.007: r1.v = 8.09 +- 2e-2
//! 0.013: r1.v = -8.09 +- 2e-2
//! 0.017: r1.v = -8.09 +- 2e-2
//! 0.004: r2.v = 0 +- 2e-2
//! 0.007: r2.v = 8.09 +- 2e-2
//! 0.013: r2.v = -8.09 +- 2e-2
//! 0.017: r2.v = -8.09 +- 2e-2
//! 0.017: m.iDiode = 0.809 +- 2e-3
//! 0.017: b.diode.off = false
//! 0.02: x = 0.01 +- 1e-9
model transistors "On from 5 to 15 ms: forward only with the gate, backward always, by the diode"
  import Saltus.Electrical.*;
  SineVoltage v(V = 10);
  Saltus.Blocks.BooleanPulse gate(period = 1, width = 0.01, startTime = 0.005);
  MOSFET m;
  Resistor r1(R = 10);
  IGBT b;
  Resistor r2(R = 10);
  Ground g;
  Real x(start = 0, fixed = true);
equation
  connect(gate.y, m.gate);
  connect(v.p, m.p);
  connect(m.n, r1.p);
  connect(r1.n, v.n);
  connect(gate.y, b.gate);
  connect(v.p, b.p);
  connect(b.n, r2.p);
  connect(r2.n, v.n);
  connect(v.n, g.p);
  der(x) = if gate.y then 1 else 0;
  annotation(experiment(StopTime = 0.02));
end transistors;
