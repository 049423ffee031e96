// A voltage is given where a resistance is needed.
model Test
  import Saltus.Electrical.*;
  parameter Modelica.Units.SI.Voltage U = 5;
  Resistor r(R = U);
  ConstantVoltage battery(V = U);
  Ground ground;
equation
  connect(battery.p, r.p);
  connect(battery.n, r.n);
  connect(battery.n, ground.p);
end Test;
