within Saltus.Blocks;
block Xor "One, not both"
  extends Interfaces.BooleanSI2SO;
equation
  y = u1 and not u2 or u2 and not u1;
  annotation(Documentation(info = "
    y is true if u1 and u2 differ.
  "));
end Xor;
