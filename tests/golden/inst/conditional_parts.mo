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
model Motor
  parameter Boolean lossy = true;
  parameter Integer n = 1;
  Resistor r if lossy;
  Resistor s[n](each R = 2) if not lossy and n > 0;
  Real heat if lossy;
  Pin a, b;
equation
  connect(a, r.p);
  connect(r.n, b);
  connect(a, s[1].p);
  connect(s[n].n, b);
end Motor;
model motors
  Motor one(lossy = false), two[3](each n = 2) if wanted;
  parameter Boolean wanted = true;
end motors;
