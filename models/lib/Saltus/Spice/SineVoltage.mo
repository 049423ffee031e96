within Saltus.Spice;
model SineVoltage "Source of a voltage: a sine that begins at a time, and may be damped"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.SineShape;
equation
  v = shape;
  annotation(Documentation(info = "
    VO + VA exp(-THETA (t - TD)) sin(2 pi FREQ (t - TD) + PHASE); before TD the value at TD. PHASE
    is in degrees.
  "));
end SineVoltage;
