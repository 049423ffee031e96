// The import is missing.
model Test
  Resistor r(R = 10);
  Ground ground;
equation
  connect(r.p, ground.p);
  connect(r.n, ground.p);
end Test;
