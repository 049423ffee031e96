// The law of the lamp is written twice.
model Lamp
  extends Saltus.Electrical.Interfaces.OnePort;
  parameter Real R = 10;
equation
  v = R*i;
  i = v/R + 0.1;
end Lamp;

model Torch
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 3);
  Lamp lamp;
  Ground ground;
equation
  connect(battery.p, lamp.p);
  connect(lamp.n, battery.n);
  connect(battery.n, ground.p);
end Torch;
