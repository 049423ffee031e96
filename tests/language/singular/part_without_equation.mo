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

model Half
  extends OnePort;
end Half;

model part_without_equation
  Source s1;
  Half h;
  Ground g;
equation
  connect(s1.p, h.p);
  connect(s1.n, h.n);
  connect(s1.n, g.p);
end part_without_equation;
