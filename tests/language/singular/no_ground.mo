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

model Capacitor
  extends OnePort;
  parameter Real C = 1;
equation
  i = C*der(v);
end Capacitor;

model Source
  extends OnePort;
  parameter Real V = 5;
equation
  v = V;
end Source;

model no_ground
  Source s1;
  Resistor r1;
  Capacitor c1;
equation
  connect(s1.p, r1.p);
  connect(r1.n, c1.p);
  connect(c1.n, s1.n);
end no_ground;
