within Saltus.Spice;
model ModulatedCurrent "Source of a current: a sine whose frequency is modulated"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.ModulatedShape;
equation
  i = shape;
  annotation(Documentation(info = "
    VO + VA sin(2 pi FC t + MDI sin(2 pi FS t)). The current flows from p to n inside the source.
  "));
end ModulatedCurrent;
