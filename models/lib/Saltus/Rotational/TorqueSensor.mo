within Saltus.Rotational;
model TorqueSensor "Torque that goes through a shaft, as a signal"
  extends Interfaces.TwoFlanges;
  Saltus.Blocks.Interfaces.RealOutput tau(unit = "N.m") "from flange_a to flange_b";
equation
  flange_a.phi = flange_b.phi;
  flange_a.tau + flange_b.tau = 0;
  tau = flange_a.tau;
  annotation(Documentation(info = "
    A rigid shaft that tells its torque: what goes in at flange_a and comes out at flange_b.
  "));
end TorqueSensor;
