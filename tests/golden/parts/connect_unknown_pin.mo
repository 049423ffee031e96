model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 10);
  Ground ground;
equation
  connect(battery.plus, r.p);
  connect(r.n, grund.p);
  connect(battery.n, ground.p);
end Test;
