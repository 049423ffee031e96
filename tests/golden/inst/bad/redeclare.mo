model A
  parameter Real a = 1;
end A;
model B
  parameter Real b = 1;
end B;
model A2
  Real a = 2;
end A2;
model Box
  A x;
  replaceable A y;
  model M = A;
  replaceable model N = A;
  N n;
end Box;
model c
  Box a(redeclare A2 x);
  Box b(redeclare B y);
  Box d(redeclare A2 y);
  Box e(redeclare model M = B);
  Box f(redeclare model N = B);
  Box g(redeclare model Q = B);
  Box h(redeclare Real y);
end c;
model d
  extends Box;
  redeclare A z;
end d;
model e
  c c1;
  d d1;
end e;
