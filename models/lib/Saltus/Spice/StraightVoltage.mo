within Saltus.Spice;
model StraightVoltage "Source of a voltage: straight lines between points"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.StraightShape;
equation
  v = shape;
  annotation(Documentation(info = "
    table = [t1, x1; t2, x2; ...] with times that rise. Before the first and after the last row the
    value stays. It does not jump, so a capacitor may be across it.
  "));
end StraightVoltage;
