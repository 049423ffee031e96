connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;
partial model OnePort
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end OnePort;
model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends OnePort(v(fixed = true));
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Source "A voltage"
  extends OnePort;
  parameter Real V = 1;
equation
  v = V;
end Source;
model rc "A filter"
  parameter Real R1 = 100 "of the resistor";
  Source u(V = 10);
  Resistor r(R = 2*R1);
  Capacitor c(C = 1e-3, v(start = 2));
  Ground g;
  Real power = r.v*r.i "heat";
initial equation
  r.i = 0;
equation
  connect(u.p, r.p);
  connect(r.n, c.p) "a wire";
  connect(c.n, u.n);
  connect(u.n, g.p);
  annotation(experiment(StopTime = 1));
end rc;
