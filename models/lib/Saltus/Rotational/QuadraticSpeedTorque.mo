within Saltus.Rotational;
model QuadraticSpeedTorque "Load that grows with the square of the speed"
  extends Interfaces.OneFlange;
  parameter SI.Torque tau_nominal = -1 "at w_nominal; negative: brakes";
  parameter SI.AngularVelocity w_nominal = 100 "speed of tau_nominal";
  SI.AngularVelocity w "of the shaft";
equation
  w = der(flange.phi);
  tau = tau_nominal*(if w >= 0 then (w/w_nominal)^2 else -(w/w_nominal)^2);
  annotation(Documentation(info = "
    tau = tau_nominal (w/w_nominal)^2 with the sign of w: fans and pumps.
  "));
end QuadraticSpeedTorque;
