within Saltus.Blocks;
block BooleanToReal "A number for each case"
  Interfaces.BooleanInput u "input";
  Interfaces.RealOutput y "output";
  parameter Real realTrue = 1 "when true";
  parameter Real realFalse = 0 "when false";
equation
  y = if u then realTrue else realFalse;
  annotation(Documentation(info = "
    y = realTrue or realFalse.
  "));
end BooleanToReal;
