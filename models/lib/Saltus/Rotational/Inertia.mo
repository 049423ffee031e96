within Saltus.Rotational;
model Inertia "Rigid mass on a shaft"
  extends Interfaces.TwoFlanges;
  parameter SI.Inertia J(min = 0) = 1 "moment of inertia";
  SI.Angle phi(start = 0) "angle";
  SI.AngularVelocity w(start = 0) "speed";
  SI.AngularAcceleration a "acceleration";
equation
  phi = flange_a.phi;
  phi = flange_b.phi;
  der(phi) = w;
  der(w) = a;
  J*a = flange_a.tau + flange_b.tau;
  annotation(Documentation(info = "
    J w' = sum of both torques. inertia(w(start = 10)) begins with a speed. A flange that is not
    connected has no torque.
  "));
end Inertia;
