// The resistor has been put on the sheet and not been wired.
model Sheet
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 9);
  Resistor used(R = 10), forgotten(R = 20);
  Ground ground;
equation
  connect(battery.p, used.p);
  connect(used.n, battery.n);
  connect(battery.n, ground.p);
end Sheet;
