within Saltus.Blocks;
block Switch "One of two signals"
  Interfaces.RealInput u1 "when control is true";
  Interfaces.BooleanInput control "which";
  Interfaces.RealInput u2 "when control is false";
  Interfaces.RealOutput y "output";
equation
  y = if control then u1 else u2;
  annotation(Documentation(info = "
    y = u1 if control is true, u2 otherwise.
  "));
end Switch;
