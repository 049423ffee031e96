connector RealInput = input Real;
connector RealOutput = output Real(unit = "V");
connector Bus
  input Real a;
  output Boolean b;
end Bus;
block Gain
  parameter Real k = 1;
  RealInput u;
  RealOutput y;
equation
  y = k*u;
end Gain;
block Sum
  parameter Integer n = 2;
  RealInput u[n];
  RealOutput y = sum(u);
end Sum;
model Plant
  Bus bus;
equation
  bus.b = bus.a > 0;
end Plant;
block signals
  RealInput u;
  RealOutput y;
  Bus bus;
  Gain g[2](k = {1, 2});
  Sum s;
  Plant plant;
equation
  for i in 1:2 loop
    connect(u, g[i].u);
  end for;
  connect(g.y, s.u);
  connect(s.y, y);
  connect(bus, plant.bus);
end signals;
