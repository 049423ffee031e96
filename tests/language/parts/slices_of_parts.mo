// Connectors of arrays of parts: slices, whole arrays, loops inside loops.
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model OnePort
  Pin p, n;
  Real v = p.v - n.v;
  Real i = p.i;
equation
  p.i + n.i = 0;
end OnePort;
model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends OnePort;
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;
model Source
  extends OnePort;
  parameter Real V = 1;
equation
  v = V;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Bus
  parameter Integer n = 3;
  Pin a[n], b[n];
protected
  Resistor r[n](R = 1:n);
equation
  connect(a, r.p);
  connect(r.n, b);
end Bus;
model slices_of_parts
  parameter Integer N = 4;
  Resistor r[N](each R = 2);
  Source s;
  Ground g;
  Capacitor c(v(start = 0.5, fixed = true));
  Bus bus;
  Capacitor d[3](each v(start = 0, fixed = true));
  Resistor m[2, 3](R = {{1, 2, 3}, {4, 5, 6}});
equation
  connect(r[1:N - 1].n, r[2:N].p);
  connect(s.p, r[1].p);
  connect(r[N].n, c.p);
  connect(c.n, s.n);
  connect(s.n, g.p);
  connect(bus.b, d.p);
  for i in 1:3 loop
    connect(s.p, bus.a[i]);
    connect(d[i].n, g.p);
    for j in 1:2 loop
      connect(m[j, i].p, s.p);
      connect(m[j, i].n, g.p);
    end for;
  end for;
end slices_of_parts;
//! tol 1e-6 1e-9
//! 1: c.v = 0.558751548707702 +- 1e-4
//! 1: d[1].v = 0.632120558828558 +- 1e-4
//! 1: d[3].v = 0.283468689426211 +- 1e-4
//! 1: m[2,1].i = 0.25 +- 1e-12
