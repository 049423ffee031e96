// A diode without resistance charges a capacitor from a source.
model Test
  import Saltus.Electrical.*;
  SineVoltage s(V = 10);
  IdealDiode d(Ron = 0);
  Capacitor c(C = 1e-3);
  Resistor r(R = 100);
  Ground g;
equation
  connect(s.p, d.p);
  connect(d.n, c.p);
  connect(c.p, r.p);
  connect(c.n, s.n);
  connect(r.n, s.n);
  connect(g.p, s.n);
  annotation(experiment(StopTime = 0.1));
end Test;
