within Saltus.Spice;
model SineCurrent "Source of a current: a sine that begins at a time, and may be damped"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.SineShape;
equation
  i = shape;
  annotation(Documentation(info = "
    VO + VA exp(-THETA (t - TD)) sin(2 pi FREQ (t - TD) + PHASE); before TD the value at TD. PHASE
    is in degrees. The current flows from p to n inside the source.
  "));
end SineCurrent;
