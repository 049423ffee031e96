within Saltus.Blocks;
block Or "One or both"
  extends Interfaces.BooleanSI2SO;
equation
  y = u1 or u2;
  annotation(Documentation(info = "
    y = u1 or u2.
  "));
end Or;
