within Saltus.Rotational;
model LinearSpeedTorque "Load proportional to the speed"
  extends Interfaces.OneFlange;
  parameter SI.Torque tau_nominal = -1 "at w_nominal; negative: brakes";
  parameter SI.AngularVelocity w_nominal = 100 "speed of tau_nominal";
  SI.AngularVelocity w "of the shaft";
equation
  w = der(flange.phi);
  tau = tau_nominal*w/w_nominal;
  annotation(Documentation(info = "
    tau = tau_nominal w/w_nominal: viscous friction, or a generator on a resistor.
  "));
end LinearSpeedTorque;
