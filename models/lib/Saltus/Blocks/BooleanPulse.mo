within Saltus.Blocks;
block BooleanPulse "True for a fraction of each period"
  extends Interfaces.PulseTimer;
  Interfaces.BooleanOutput y "output";
equation
  y = on;
  annotation(Documentation(info = "
    y is true for the first width (0 to 1) of each period of period seconds, from startTime on.
    The gate of a converter with a constant duty cycle.
  "));
end BooleanPulse;
