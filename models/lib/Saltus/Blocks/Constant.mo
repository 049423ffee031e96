within Saltus.Blocks;
block Constant "A constant number"
  extends Interfaces.SO;
  parameter Real k = 1 "value";
equation
  y = k;
  annotation(Documentation(info = "
    y = k.
  "));
end Constant;
