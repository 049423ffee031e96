//! method liqss2
//! tol 1e-5 1e-8
//! set N = 4
//! 50: c[1].v = 8 +- 1e-2
//! 50: c[4].v = 2 +- 1e-2
//! 50: r[3].i = 2 +- 1e-2
model array "A line of N resistors and capacitors, at rest: the voltage falls evenly"
  import Saltus.Electrical.*;
  parameter Integer N = 10;
  ConstantVoltage v(V = 10);
  Resistor r[N](each R = 1);
  Capacitor c[N](each C = 0.1);
  Resistor last(R = 1);
  Ground g;
equation
  connect(v.p, r[1].p);
  for k in 1:N loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, g.p);
  end for;
  for k in 2:N loop
    connect(r[k - 1].n, r[k].p);
  end for;
  connect(r[N].n, last.p);
  connect(last.n, g.p);
  connect(v.n, g.p);
  annotation(experiment(StopTime = 50));
end array;
