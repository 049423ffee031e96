within Saltus.Spice;
model ExponentialCurrent "Source of a current: a rise and a fall with time constants"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.ExponentialShape;
equation
  i = shape;
  annotation(Documentation(info = "
    From V1 towards V2 with TAU1 from TD1 on, and back with TAU2 from TD2 on. The current flows from p to n inside the source.
  "));
end ExponentialCurrent;
