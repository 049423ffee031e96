within Saltus.Blocks;
block Add "Weighted sum of two inputs"
  extends Interfaces.SI2SO;
  parameter Real k1 = 1 "weight of u1";
  parameter Real k2 = 1 "weight of u2";
equation
  y = k1*u1 + k2*u2;
  annotation(Documentation(info = "
    y = k1 u1 + k2 u2; k2 = -1 for a difference.
  "));
end Add;
