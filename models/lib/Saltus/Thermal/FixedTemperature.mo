within Saltus.Thermal;
model FixedTemperature "Place with a constant temperature"
  Interfaces.HeatPort port;
  parameter SI.Temperature T = 293.15 "temperature";
equation
  port.T = T;
  annotation(Documentation(info = "
    port.T = T, whatever the heat: the surroundings.
  "));
end FixedTemperature;
