//! 0.005: r.v = 10 +- 1e-6
//! 0.015: r.v = -10 +- 1e-6
//! 0.005: q.v = -3 +- 1e-6
//! 0.02: q.v = 1 +- 1e-6
//! 0.01: x = 0.06366197723675814 +- 1e-4
model sine_sources "Peaks where they belong; an offset and a phase"
  import Saltus.Electrical.*;
  SineVoltage v(V = 10);
  Resistor r(R = 5);
  SineCurrent i(I = 2, f = 100, phase = Modelica.Constants.pi/2, offset = -1);
  Resistor q(R = 1);
  Ground g1, g2;
  Real x(start = 0, fixed = true);
equation
  connect(v.p, r.p);
  connect(v.n, r.n);
  connect(v.n, g1.p);
  connect(i.p, q.n);
  connect(i.n, q.p);
  connect(q.n, g2.p);
  der(x) = r.v;
  annotation(experiment(StopTime = 0.025));
end sine_sources;
