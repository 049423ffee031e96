model Dull
  parameter Real a = 1, b = 2;
  Real y = a*b*time;
end Dull;
model Bright
  extends Dull(b = 3);
  parameter Real c = 5;
end Bright;
model Box
  parameter Real k = 1;
  replaceable model Inside = Dull;
  Inside one(a = k);
  Inside many[2](a = {k, 2*k});
end Box;
model Bright_box
  extends Box(k = 2, redeclare model Inside = Bright(c = k));
end Bright_box;
model Own_box
  extends Box;
  redeclare model Inside = Bright(c = 9);
end Own_box;
model Limited
  replaceable model Inside = Dull constrainedby Dull(a = 13);
  Inside inside;
end Limited;
model redeclared
  Limited f, g(redeclare model Inside = Bright);
  parameter Real z = 4;
  Box a, b(redeclare model Inside = Bright(c = z));
  Bright_box c;
  Own_box d[2](each k = z);
  Bright_box e(redeclare model Inside = Dull(b = 11));
end redeclared;
