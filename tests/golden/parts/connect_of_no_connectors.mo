model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 10);
  Ground ground;
equation
  connect(battery, r);
  connect(r.i, battery.i);
  connect(r.n, ground);
  connect(battery.n, ground.p);
end Test;
