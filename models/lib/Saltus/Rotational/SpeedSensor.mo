within Saltus.Rotational;
model SpeedSensor "Speed of a shaft, as a signal"
  Interfaces.Flange flange;
  Saltus.Blocks.Interfaces.RealOutput w(unit = "rad/s") "speed";
equation
  flange.tau = 0;
  w = der(flange.phi);
  annotation(Documentation(info = "
    w = phi'. Takes no torque.
  "));
end SpeedSensor;
