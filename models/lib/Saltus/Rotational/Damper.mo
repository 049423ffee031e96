within Saltus.Rotational;
model Damper "Linear damper between two shafts"
  extends Interfaces.Compliant;
  parameter SI.RotationalDampingConstant d(min = 0) = 1 "damping";
  SI.AngularVelocity w_rel "of flange_b against flange_a";
equation
  w_rel = der(phi_rel);
  tau = d*w_rel;
  annotation(Documentation(info = "
    tau = d w_rel. For friction in bearings: from the shaft to Fixed.
  "));
end Damper;
