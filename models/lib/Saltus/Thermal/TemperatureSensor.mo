within Saltus.Thermal;
model TemperatureSensor "Temperature, as a signal"
  Interfaces.HeatPort port;
  Saltus.Blocks.Interfaces.RealOutput T(unit = "K") "temperature";
equation
  port.Q_flow = 0;
  T = port.T;
  annotation(Documentation(info = "
    Ideal: takes no heat.
  "));
end TemperatureSensor;
