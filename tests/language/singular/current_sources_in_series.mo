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

model CurrentSource
  extends OnePort;
  parameter Real I = 1;
equation
  i = I;
end CurrentSource;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model current_sources_in_series
  CurrentSource i1, i2(I = 2);
  Resistor r1;
  Ground g;
equation
  connect(i1.p, i2.n);
  connect(i1.n, g.p);
  connect(i2.p, r1.p);
  connect(r1.n, g.p);
end current_sources_in_series;
