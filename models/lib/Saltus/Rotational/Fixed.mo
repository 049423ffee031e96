within Saltus.Rotational;
model Fixed "Shaft that does not turn"
  Interfaces.Flange flange;
  parameter SI.Angle phi0 = 0 "its angle";
equation
  flange.phi = phi0;
  annotation(Documentation(info = "
    flange.phi = phi0; takes any torque. What Ground is in circuits.
  "));
end Fixed;
