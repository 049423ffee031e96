model Thousand
  extends Saltus.Electrical.Resistor(final R = 1000);
end Thousand;

model Test
  Thousand r(R = 10);
  Saltus.Electrical.Ground ground;
equation
  connect(r.n, ground.p);
end Test;
