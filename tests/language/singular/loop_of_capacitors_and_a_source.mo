//! 0.5: c1.v = 2.6635976507857855 +- 1e-5
//! 0.5: c2.v = 2.3364023492142145 +- 1e-5
//! tol 1e-7 1e-7
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

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model loop_of_capacitors_and_a_source
  Source s1;
  Capacitor c1, c2(v(start = 3));
  Resistor r1;
  Ground g;
equation
  connect(s1.p, c1.p);
  connect(c1.n, c2.p);
  connect(c2.n, s1.n);
  connect(c1.n, r1.p);
  connect(r1.n, g.p);
  connect(s1.n, g.p);
  annotation(experiment(StopTime = 2));
end loop_of_capacitors_and_a_source;
