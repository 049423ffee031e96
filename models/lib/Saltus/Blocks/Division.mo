within Saltus.Blocks;
block Division "Quotient of two inputs"
  extends Interfaces.SI2SO;
equation
  y = u1/u2;
  annotation(Documentation(info = "
    y = u1/u2; u2 must not pass 0.
  "));
end Division;
