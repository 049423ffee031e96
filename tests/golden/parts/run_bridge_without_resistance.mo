// A bridge of diodes without resistance between a source and a capacitor.
model Test
  import Saltus.Electrical.*;
  SineVoltage s(V = 10);
  IdealDiode d[4](each Ron = 0);
  Resistor r(R = 100);
  Capacitor c(C = 1e-3);
  Ground g;
equation
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(s.p, d[1].p);
  connect(s.n, d[2].p);
  connect(d[3].n, s.p);
  connect(d[4].n, s.n);
  connect(d[1].n, r.p);
  connect(d[2].n, r.p);
  connect(d[3].p, r.n);
  connect(d[4].p, r.n);
  connect(g.p, r.n);
  annotation(experiment(StopTime = 0.1));
end Test;
