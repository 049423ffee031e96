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
model Stage
  parameter Real k = 2, R = 3;
  parameter Integer m = 2;
  Resistor r[m](R = {R*j for j in 1:m}, each v(start = k));
  Capacitor c(C = k, v(start = R));
  Pin a, b, g;
  Real x[3](each start = R, fixed = {true, true, false});
  Real mean = sum(r.v)/size(r.v, 1) if m > 1;
equation
  connect(a, r[1].p);
  for j in 1:m - 1 loop
    connect(r[j].n, r[j + 1].p);
  end for;
  connect(r[end].n, b);
  connect(c.p, b);
  connect(c.n, g);
  der(x) = k*ones(3);
end Stage;
model ladder
  parameter Integer N = 4;
  Stage s[N](R = linspace(1, 2, N), each k = 7);
  Resistor load;
  Real total = sum(s.c.v);
  Real last = s[end].r[1].v + s[N].x[2];
  Real some[2] = s[2:3].r[1].v;
equation
  for i in 1:N - 1 loop
    connect(s[i].b, s[i + 1].a);
  end for;
  connect(s[N].b, load.p);
  connect(load.n, s[N].g);
  connect(s[1:N - 1].g, s[2:N].g);
end ladder;
