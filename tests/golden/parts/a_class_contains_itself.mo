model Resistor
  extends Saltus.Electrical.Interfaces.OnePort;
  Resistor parasitic;
equation
  v = 10*i;
end Resistor;

model Circuit
  Resistor r;
  Saltus.Electrical.Ground ground;
equation
  connect(r.n, ground.p);
end Circuit;
