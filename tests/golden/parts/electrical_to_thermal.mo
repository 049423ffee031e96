model Heater
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 12);
  Resistor wire(R = 1);
  Saltus.Thermal.HeatCapacitor room(C = 1000);
  Ground ground;
equation
  connect(battery.p, wire.p);
  connect(wire.n, room.port);
  connect(battery.n, ground.p);
end Heater;
