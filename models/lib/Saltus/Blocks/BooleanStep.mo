within Saltus.Blocks;
block BooleanStep "Changes once"
  parameter SI.Time startTime = 0 "time of the change";
  parameter Boolean begin = false "value before it";
  Interfaces.BooleanOutput y "output";
equation
  y = if time >= startTime then not begin else begin;
  annotation(Documentation(info = "
    y = begin before startTime, the contrary from it on.
  "));
end BooleanStep;
