within Saltus.Rotational;
model TorqueSource "Torque that a signal gives"
  Interfaces.Flange flange;
  Saltus.Blocks.Interfaces.RealInput tau(unit = "N.m") "that turns the shaft";
equation
  flange.tau = -tau;
  annotation(Documentation(info = "
    The input tau accelerates the shaft, positive towards positive angles.
  "));
end TorqueSource;
