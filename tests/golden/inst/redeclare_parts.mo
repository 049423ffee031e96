model Dull
  parameter Real a = 1, b = 2;
  Real y = a*b*time;
end Dull;
model Bright
  extends Dull;
  parameter Real c = 5;
end Bright;
model Box
  replaceable Dull x(a = 3) constrainedby Dull(b = 4);
  replaceable Dull y(a = 6);
end Box;
model Other
  extends Box;
  redeclare Bright x(c = 7);
end Other;
model parts
  Box box(redeclare Bright x(c = 8), y(b = 9));
  Box more[2](each redeclare Bright y(a = 10));
  Other other(x(c = 12));
end parts;
