within Saltus.Rotational;
model AngleSensor "Angle of a shaft, as a signal"
  Interfaces.Flange flange;
  Saltus.Blocks.Interfaces.RealOutput phi(unit = "rad") "angle";
equation
  flange.tau = 0;
  phi = flange.phi;
  annotation(Documentation(info = "
    Takes no torque; counts full turns on.
  "));
end AngleSensor;
