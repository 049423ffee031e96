within Saltus.Rotational;
model SpringDamper "Spring and damper in parallel"
  extends Interfaces.Compliant;
  parameter SI.RotationalSpringConstant c(min = 0) = 1 "stiffness";
  parameter SI.RotationalDampingConstant d(min = 0) = 1 "damping";
  parameter SI.Angle phi_rel0 = 0 "angle without torque";
  SI.AngularVelocity w_rel "of flange_b against flange_a";
equation
  w_rel = der(phi_rel);
  tau = c*(phi_rel - phi_rel0) + d*w_rel;
  annotation(Documentation(info = "
    tau = c (phi_rel - phi_rel0) + d w_rel: an elastic shaft with its losses.
  "));
end SpringDamper;
