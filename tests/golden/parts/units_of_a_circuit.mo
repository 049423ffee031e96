// A voltage is not the sum of a resistance and a current.
model Odd
  extends Saltus.Electrical.Interfaces.OnePort;
  parameter Modelica.Units.SI.Resistance R = 10;
equation
  v = R + i;
end Odd;

model Test
  Odd odd, more[2];
  Saltus.Electrical.ConstantVoltage battery(V = 5);
  Saltus.Electrical.Ground ground;
equation
  connect(battery.p, odd.p);
  connect(battery.p, more[1].p);
  connect(battery.p, more[2].p);
  connect(battery.n, odd.n);
  connect(battery.n, more[1].n);
  connect(battery.n, more[2].n);
  connect(battery.n, ground.p);
end Test;
