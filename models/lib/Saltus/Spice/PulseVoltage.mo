within Saltus.Spice;
model PulseVoltage "Source of a voltage: pulses with straight edges"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.PulseShape;
equation
  v = shape;
  annotation(Documentation(info = "
    V1 until TD; then in each period PER a rise in TR, V2 for PW, and a fall in TF. Edges of no
    length jump. Corners are events at known instants.
  "));
end PulseVoltage;
