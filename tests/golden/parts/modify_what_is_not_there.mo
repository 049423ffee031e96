// The resistance of a resistor is called R.
model Divider
  import Saltus.Electrical.*;
  Resistor upper(r = 100), lower(resistance = 100);
  ConstantVoltage battery(V = 5);
  Ground ground;
equation
  connect(battery.p, upper.p);
  connect(upper.n, lower.p);
  connect(lower.n, battery.n);
  connect(battery.n, ground.p);
end Divider;
