within Saltus.Thermal;
model PrescribedTemperature "Place with a temperature that a signal gives"
  Interfaces.HeatPort port;
  Saltus.Blocks.Interfaces.RealInput T(unit = "K") "temperature";
equation
  port.T = T;
  annotation(Documentation(info = "
    port.T = T: weather. A jump is not allowed directly at a HeatCapacitor.
  "));
end PrescribedTemperature;
