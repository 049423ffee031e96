within Saltus.Thermal;
model ThermalResistor "Heat through a wall, by its resistance"
  extends Interfaces.TwoPorts;
  parameter SI.ThermalResistance R(min = 0) = 1 "resistance";
equation
  dT = R*Q_flow;
  annotation(Documentation(info = "
    dT = R Q_flow; data sheets of semiconductors give R. R = 0 is perfect contact.
  "));
end ThermalResistor;
