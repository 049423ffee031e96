connector RealIn = input Real;
connector RealOut = output Real;
block Gain
  RealIn u;
  RealOut y;
equation
  y = 2*u;
end Gain;
model wrong_connections
  Gain a, b, c, d, e[3];
equation
  connect(a.y, b.u);
  connect(c.y, b.u);
  connect(c.u, d.u);
  connect(a.u, e[2].y);
  connect(e[1].u, e[3].y);
end wrong_connections;
