// The wire has no equations at all.
model Wire
  Saltus.Electrical.Interfaces.Pin a, b;
end Wire;

model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Wire wire;
  Resistor r(R = 10);
  Ground ground;
equation
  connect(battery.p, wire.a);
  connect(wire.b, r.p);
  connect(r.n, battery.n);
  connect(battery.n, ground.p);
end Test;
