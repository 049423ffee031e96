within Saltus.Spice;
model ModulatedVoltage "Source of a voltage: a sine whose frequency is modulated"
  extends Saltus.Electrical.Interfaces.OnePort;
  extends Interfaces.ModulatedShape;
equation
  v = shape;
  annotation(Documentation(info = "
    VO + VA sin(2 pi FC t + MDI sin(2 pi FS t)).
  "));
end ModulatedVoltage;
