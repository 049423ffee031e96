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

model no_ground_of_a_long_ladder
  parameter Integer N = 2000;
  Source s1;
  Resistor r[N], q[N];
equation
  connect(s1.p, r[1].p);
  for i in 1:N-1 loop
    connect(r[i].n, r[i+1].p);
  end for;
  for i in 1:N loop
    connect(r[i].n, q[i].p);
    connect(q[i].n, s1.n);
  end for;
end no_ground_of_a_long_ladder;
