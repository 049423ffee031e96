model Test
  Saltus.Electrical.Interfaces.OnePort r;
  Saltus.Electrical.Ground ground;
equation
  connect(r.n, ground.p);
end Test;
