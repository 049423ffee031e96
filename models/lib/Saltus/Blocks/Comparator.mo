within Saltus.Blocks;
block Comparator "Is the first input greater?"
  Interfaces.RealInput u1 "first input";
  Interfaces.RealInput u2 "second input";
  Interfaces.BooleanOutput y "output";
equation
  y = u1 > u2;
  annotation(Documentation(info = "
    y = u1 > u2, without hysteresis: if y acts on u1 or u2 at once it may chatter.
  "));
end Comparator;
