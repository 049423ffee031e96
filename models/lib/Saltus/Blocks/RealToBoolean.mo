within Saltus.Blocks;
block RealToBoolean "Is the input large enough?"
  Interfaces.RealInput u "input";
  Interfaces.BooleanOutput y "output";
  parameter Real threshold = 0.5 "true from it on";
equation
  y = u >= threshold;
  annotation(Documentation(info = "
    y = u >= threshold, without hysteresis.
  "));
end RealToBoolean;
