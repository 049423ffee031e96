within Saltus.Blocks;
block Not "The contrary"
  extends Interfaces.BooleanSISO;
equation
  y = not u;
  annotation(Documentation(info = "
    y = not u.
  "));
end Not;
