within Saltus.Spice;
model ExponentialVoltage "Source of a voltage: a rise and a fall with time constants"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.ExponentialShape;
equation
  v = shape;
  annotation(Documentation(info = "
    From V1 towards V2 with TAU1 from TD1 on, and back with TAU2 from TD2 on.
  "));
end ExponentialVoltage;
