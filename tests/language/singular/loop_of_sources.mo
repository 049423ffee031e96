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

model loop_of_sources
  Source s1, s2(V = 4);
  Resistor r1;
  Ground g;
equation
  connect(s1.p, s2.p);
  connect(s1.n, s2.n);
  connect(s1.p, r1.p);
  connect(s1.n, r1.n);
  connect(s1.n, g.p);
end loop_of_sources;
