within Saltus.Blocks;
block Abs "Absolute value"
  extends Interfaces.SISO;
equation
  y = if u >= 0 then u else -u;
  annotation(Documentation(info = "
    y = |u|, with an event where u passes 0.
  "));
end Abs;
