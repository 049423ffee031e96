within Saltus.Blocks;
block Product "Product of two inputs"
  extends Interfaces.SI2SO;
equation
  y = u1*u2;
  annotation(Documentation(info = "
    y = u1 u2.
  "));
end Product;
