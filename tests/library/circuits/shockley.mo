//! method liqss2
//! tol 1e-5 1e-7
//! 0.012: c.v = 7.6148 +- 2e-3
//! 0.0951: c.v = 8.2028 +- 2e-3
//! 0.1: c.v = 7.9840 +- 2e-3
model shockley "A bridge of exponential diodes, also where all of them block"
  import Saltus.Electrical.*;
  model Junction "i = Is (exp(v/Vt) - 1)"
    extends Interfaces.OnePort;
    parameter Real Is = 1e-12 "A";
    parameter Real Vt = 0.02585 "V";
  equation
    i = Is*(exp(v/Vt) - 1);
  end Junction;
  SineVoltage v(V = 10);
  Resistor rs(R = 1);
  Junction d[4];
  Capacitor c(C = 1e-3);
  Resistor load(R = 100);
  Ground g;
equation
  connect(v.p, rs.p);
  connect(rs.n, d[1].p);
  connect(v.n, d[2].p);
  connect(d[1].n, c.p);
  connect(d[2].n, c.p);
  connect(d[3].p, c.n);
  connect(d[4].p, c.n);
  connect(d[3].n, rs.n);
  connect(d[4].n, v.n);
  connect(c.p, load.p);
  connect(c.n, load.n);
  connect(c.n, g.p);
  annotation(experiment(StopTime = 0.1));
end shockley;
