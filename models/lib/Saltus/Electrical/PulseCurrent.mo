within Saltus.Electrical;
model PulseCurrent "Ideal source of rectangular pulses of current"
  extends Interfaces.OnePort;
  extends Saltus.Blocks.Interfaces.PulseTimer;
  parameter SI.Current I = 1 "height of a pulse";
  parameter SI.Current offset = 0 "between the pulses";
equation
  i = offset + (if on then I else 0);
  annotation(Documentation(info = "
    i = offset + I for the first width (0 to 1) of each period, offset for the rest and before
    startTime; from p to n inside the source. In series with an inductor a jump would be an
    infinite voltage.
  "));
end PulseCurrent;
