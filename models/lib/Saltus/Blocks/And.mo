within Saltus.Blocks;
block And "Both"
  extends Interfaces.BooleanSI2SO;
equation
  y = u1 and u2;
  annotation(Documentation(info = "
    y = u1 and u2.
  "));
end And;
