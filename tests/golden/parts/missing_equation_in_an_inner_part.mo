// The same, one level deeper and in an array of parts.
model Cell
  extends Saltus.Electrical.Interfaces.OnePort;
  Real q;
equation
  v = 3 + 0.1*q;
end Cell;

model Pack
  extends Saltus.Electrical.Interfaces.OnePort;
  Cell cell[4];
equation
  connect(p, cell[1].p);
  connect(n, cell[4].n);
  for k in 1:3 loop
    connect(cell[k].n, cell[k + 1].p);
  end for;
  v = sum(cell.v);
end Pack;

model Car
  Pack pack;
  Saltus.Electrical.Resistor motor(R = 10);
  Saltus.Electrical.Ground ground;
equation
  connect(pack.p, motor.p);
  connect(pack.n, motor.n);
  connect(pack.n, ground.p);
end Car;
