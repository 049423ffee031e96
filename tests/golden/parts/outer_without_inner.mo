model Ambient
  parameter Real T = 293.15;
end Ambient;

model Wall
  outer Ambient ambient;
  Saltus.Thermal.FixedTemperature outside(T = ambient.T);
end Wall;

model House
  Wall north;
  Saltus.Thermal.HeatCapacitor room(C = 1e5);
  Saltus.Thermal.ThermalConductor wall(G = 10);
equation
  connect(north.outside.port, wall.port_a);
  connect(wall.port_b, room.port);
end House;
