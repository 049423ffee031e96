//! method liqss2
//! tol 1e-5 1e-7
//! 0.1: count.y = 10 +- 0
//! 0.012: c.v = 9.2154 +- 2e-3
//! 0.0951: c.v = 9.8011 +- 2e-3
//! 0.0999: c.v = 9.4283 +- 2e-3
//! 0.1: d[1].off = true
model bridge "Four diodes, a capacitor and a load: two pulses of charge per period"
  import Saltus.Electrical.*;
  SineVoltage v(V = 10);
  Resistor r(R = 0.5);
  IdealDiode d[4](each Ron = 1e-3, each Goff = 1e-6);
  Capacitor c(C = 1e-3);
  Resistor load(R = 100);
  Ground g;
  Saltus.Blocks.Counter count;
equation
  connect(v.p, r.p);
  connect(r.n, d[1].p);
  connect(v.n, d[2].p);
  connect(d[1].n, c.p);
  connect(d[2].n, c.p);
  connect(d[3].p, c.n);
  connect(d[4].p, c.n);
  connect(d[3].n, r.n);
  connect(d[4].n, v.n);
  connect(c.p, load.p);
  connect(c.n, load.n);
  connect(c.n, g.p);
  count.u = d[1].off and d[2].off;
  annotation(experiment(StopTime = 0.1));
end bridge;
