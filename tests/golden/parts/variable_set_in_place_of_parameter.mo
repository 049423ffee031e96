// The voltage of the source is V; v follows from it.
model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(v = 5);
  Resistor r(R = 10);
  Ground ground;
equation
  connect(battery.p, r.p);
  connect(battery.n, r.n);
  connect(battery.n, ground.p);
end Test;
