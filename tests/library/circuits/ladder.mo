//! method liqss2
//! tol 1e-5 1e-8
//! set N = 3
//! 5: v[1].p.v = 1 +- 1e-6
//! 5: t[2].r.v = 0 +- 1e-2
//! 5: t[3].c.v = 2 +- 1e-2
//! 0.05: b[1].on = true
//! 0.2: b[2].on = false
model ladder "Arrays of parts: sources, tables, pulses, and a circuit of one's own"
  import Saltus.Electrical.*;
  model RC "A resistor, then a capacitor to ground"
    parameter Real gain = 1;
    Interfaces.Pin p, n;
    Resistor r(R = gain);
    Capacitor c(C = 0.1);
  equation
    connect(p, r.p);
    connect(r.n, c.p);
    connect(c.n, n);
  end RC;
  parameter Integer N = 5;
  TableVoltage v[N](each table = [0, 0; 1, 2; 3, 2; 4, 1]);
  Saltus.Blocks.BooleanPulse b[2](period = {1, 2}, each width = 0.08);
  Saltus.Blocks.Constant u[N](k = {k*0 + 2 for k in 1:N});
  SignalVoltage s[N];
  RC t[N](gain = {k for k in 1:N});
  Resistor leak[N](each R = 1e6);
  Ground g;
equation
  for k in 1:N loop
    connect(v[k].n, g.p);
    connect(v[k].p, leak[k].p);
    connect(leak[k].n, g.p);
    connect(u[k].y, s[k].v);
    connect(s[k].p, t[k].p);
    connect(s[k].n, g.p);
    connect(t[k].n, g.p);
  end for;
  annotation(experiment(StopTime = 5));
end ladder;
