within Saltus.Blocks;
block Ramp "A ramp between two values"
  extends Interfaces.SO;
  parameter Real height = 1 "of the ramp";
  parameter SI.Time duration(min = 0) = 1 "of the ramp";
  parameter Real offset = 0 "before the ramp";
  parameter SI.Time startTime = 0 "start of the ramp";
equation
  y = offset + (if time < startTime then 0
    elseif time < startTime + duration then height*(time - startTime)/duration else height);
  annotation(Documentation(info = "
    From offset at startTime straight to offset + height at startTime + duration, where it
    stays. duration must be positive; for 0 take Step.
  "));
end Ramp;
