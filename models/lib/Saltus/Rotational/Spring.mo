within Saltus.Rotational;
model Spring "Linear spring between two shafts"
  extends Interfaces.Compliant;
  parameter SI.RotationalSpringConstant c(min = 0) = 1 "stiffness";
  parameter SI.Angle phi_rel0 = 0 "angle without torque";
equation
  tau = c*(phi_rel - phi_rel0);
  annotation(Documentation(info = "
    tau = c (phi_rel - phi_rel0).
  "));
end Spring;
