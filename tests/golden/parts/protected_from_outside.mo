model Battery
  extends Saltus.Electrical.Interfaces.OnePort;
protected
  parameter Real V0 = 12;
  Real charge(start = 1);
equation
  der(charge) = i;
  v = V0*charge;
end Battery;

model Car
  Battery battery(V0 = 24);
  Saltus.Electrical.Resistor r(R = 10);
  Saltus.Electrical.Ground ground;
  Real left = battery.charge;
equation
  connect(battery.p, r.p);
  connect(battery.n, r.n);
  connect(battery.n, ground.p);
end Car;
