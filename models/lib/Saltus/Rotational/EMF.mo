within Saltus.Rotational;
model EMF "Electricity to rotation: what turns every DC machine"
  extends Saltus.Electrical.Interfaces.OnePort;
  Interfaces.Flange flange "shaft";
  parameter SI.ElectricalTorqueConstant k = 1 "N.m per A, and V per rad/s";
  SI.AngularVelocity w "of the shaft";
equation
  w = der(flange.phi);
  v = k*w;
  flange.tau = -k*i;
  annotation(Documentation(info = "
    v = k w, torque k i on the shaft: no losses. Resistance, inductance and inertia are components of
    their own; DCMachine has them.
  "));
end EMF;
