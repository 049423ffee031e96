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

model Twice
  extends Resistor;
equation
  v = 2*i + 1;
end Twice;

model part_with_two_laws
  Source s1;
  Resistor r1;
  Twice r2;
  Ground g;
equation
  connect(s1.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, s1.n);
  connect(s1.n, g.p);
end part_with_two_laws;
