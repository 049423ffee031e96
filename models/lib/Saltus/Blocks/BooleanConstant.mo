within Saltus.Blocks;
block BooleanConstant "Always true, or always false"
  parameter Boolean k = true "value";
  Interfaces.BooleanOutput y "output";
equation
  y = k;
  annotation(Documentation(info = "
    y = k.
  "));
end BooleanConstant;
