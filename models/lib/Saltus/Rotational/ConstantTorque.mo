within Saltus.Rotational;
model ConstantTorque "Constant torque on a shaft"
  extends Interfaces.OneFlange;
  parameter SI.Torque tau0 = 1 "accelerates towards positive angles";
equation
  tau = tau0;
  annotation(Documentation(info = "
    tau = tau0. A load that always brakes a shaft which turns forward has tau0 < 0.
  "));
end ConstantTorque;
