within Saltus.Blocks;
block Hysteresis "Two-point element with memory"
  Interfaces.RealInput u "input";
  Interfaces.BooleanOutput y(start = begin, fixed = true) "output";
  parameter Real uLow = 0 "false below it";
  parameter Real uHigh = 1 "true above it";
  parameter Boolean begin = false "output at the start, if u is between them";
equation
  y = u > uHigh or (pre(y) and u >= uLow);
  annotation(Documentation(info = "
    True above uHigh, false below uLow, as before in between.
  "));
end Hysteresis;
