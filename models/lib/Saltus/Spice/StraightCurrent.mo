within Saltus.Spice;
model StraightCurrent "Source of a current: straight lines between points"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.StraightShape;
equation
  i = shape;
  annotation(Documentation(info = "
    table = [t1, x1; t2, x2; ...] with times that rise. Before the first and after the last row the
    value stays. It does not jump, so a capacitor may be across it. The current flows from p to n inside the source.
  "));
end StraightCurrent;
