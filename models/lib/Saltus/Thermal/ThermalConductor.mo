within Saltus.Thermal;
model ThermalConductor "Heat through a wall, by its conductance"
  extends Interfaces.TwoPorts;
  parameter SI.ThermalConductance G(min = 0) = 1 "conductance";
equation
  Q_flow = G*dT;
  annotation(Documentation(info = "
    Q_flow = G dT; G = conductivity times area over thickness.
  "));
end ThermalConductor;
