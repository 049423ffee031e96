model Test
  import Saltus.Electrical.*;
  Resistor r(R = true);
  ConstantVoltage battery(V = "5 V");
  Ground ground;
equation
  connect(battery.p, r.p);
  connect(battery.n, r.n);
  connect(battery.n, ground.p);
end Test;
