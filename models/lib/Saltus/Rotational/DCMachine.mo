within Saltus.Rotational;
model DCMachine "DC machine with constant field: armature, rotor, bearing"
  extends Saltus.Electrical.Interfaces.OnePort(i(start = 0));
  Interfaces.Flange flange "shaft";
  parameter SI.Resistance R(min = 0) = 0.5 "armature";
  parameter SI.Inductance L(min = 0) = 1e-3 "armature";
  parameter SI.ElectricalTorqueConstant Km = 0.1 "N.m per A, and V per rad/s";
  parameter SI.Inertia J(min = 0) = 1e-3 "rotor";
  parameter SI.RotationalDampingConstant b(min = 0) = 0 "bearing";
  SI.Angle phi(start = 0) "of the rotor";
  SI.AngularVelocity w(start = 0) "of the rotor";
  SI.Torque tau "of the field on the rotor";
equation
  phi = flange.phi;
  der(phi) = w;
  tau = Km*i;
  v = R*i + L*der(i) + Km*w;
  J*der(w) = tau - b*w + flange.tau;
  annotation(Documentation(info = "
    v = R i + L i' + Km w, J w' = Km i - b w + flange.tau. Motor and generator. Without load its
    speed settles at v/(Km + R b/Km).
  "));
end DCMachine;
