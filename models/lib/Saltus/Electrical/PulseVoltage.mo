within Saltus.Electrical;
model PulseVoltage "Ideal source of rectangular pulses"
  extends Interfaces.OnePort;
  extends Saltus.Blocks.Interfaces.PulseTimer;
  parameter SI.Voltage V = 1 "height of a pulse";
  parameter SI.Voltage offset = 0 "between the pulses";
equation
  v = offset + (if on then V else 0);
  annotation(Documentation(info = "
    v = offset + V for the first width (0 to 1) of each period, offset for the rest and before
    startTime. The instants are known in advance and cost no search. Across a capacitor a jump
    would be an infinite current: put a resistor between.
  "));
end PulseVoltage;
