connector Pin
  Real v;
  flow Real i;
end Pin;

partial model OnePort
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end OnePort;

model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;

model Source
  extends OnePort;
  parameter Real V = 5;
equation
  v = V;
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Capacitor
  extends OnePort;
  parameter Real C = 1;
equation
  i = C*der(v);
end Capacitor;

model open_end
  Source s1;
  Capacitor c1, c2;
  Resistor r1;
  Ground g;
equation
  connect(s1.p, r1.p);
  connect(s1.n, g.p);
  connect(r1.n, g.p);
  connect(c1.p, c2.p);
  connect(c1.n, c2.n);
end open_end;
