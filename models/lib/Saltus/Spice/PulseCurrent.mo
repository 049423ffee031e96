within Saltus.Spice;
model PulseCurrent "Source of a current: pulses with straight edges"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.PulseShape;
equation
  i = shape;
  annotation(Documentation(info = "
    V1 until TD; then in each period PER a rise in TR, V2 for PW, and a fall in TF. Edges of no
    length jump. Corners are events at known instants. The current flows from p to n inside the source.
  "));
end PulseCurrent;
