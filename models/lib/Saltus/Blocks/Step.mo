within Saltus.Blocks;
block Step "A step"
  extends Interfaces.SO;
  parameter Real height = 1 "of the step";
  parameter Real offset = 0 "before the step";
  parameter SI.Time startTime = 0 "time of the step";
equation
  y = offset + (if time < startTime then 0 else height);
  annotation(Documentation(info = "
    y = offset before startTime, offset + height from it on.
  "));
end Step;
