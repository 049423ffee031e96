within Saltus.Blocks;
block Pulse "Rectangular pulses"
  extends Interfaces.SO;
  extends Interfaces.PulseTimer;
  parameter Real amplitude = 1 "height of a pulse";
  parameter Real offset = 0 "between the pulses";
equation
  y = offset + (if on then amplitude else 0);
  annotation(Documentation(info = "
    y = offset + amplitude for the first width (0 to 1) of each period, offset for the rest and
    before startTime. The instants are known in advance and cost no search.
  "));
end Pulse;
