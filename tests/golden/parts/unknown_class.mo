model Test
  Saltus.Electrical.Resitor r(R = 10);
  Saltus.Electrical.Ground ground;
equation
  connect(r.p, ground.p);
  connect(r.n, ground.p);
end Test;
