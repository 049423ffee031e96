within Saltus.Electrical;
model OpAmpPole "Operational amplifier with finite gain, one pole and a limited output"
  Interfaces.Pin in_p "non-inverting input";
  Interfaces.Pin in_n "inverting input";
  Interfaces.Pin out "output, against ground";
  parameter Real A(min = 0) = 1e5 "gain";
  parameter SI.Frequency GBW(min = 0) = 1e6 "gain times bandwidth";
  parameter SI.Voltage Vmax = 15 "largest output";
  parameter SI.Voltage Vmin = -15 "smallest output";
  parameter SI.Resistance Rout(min = 0) = 0 "in series with the output";
  SI.Voltage vin "between the inputs";
  SI.Voltage vs(start = 0, fixed = true) "without load";
  Boolean high "at its upper limit";
  Boolean low "at its lower limit";
protected
  constant Real tau = 6.283185307179586 "2 pi";
  Real rate "of the output, if nothing limited it";
equation
  vin = in_p.v - in_n.v;
  rate = tau*GBW*(vin - vs/A);
  high = vs >= Vmax and rate > 0;
  low = vs <= Vmin and rate < 0;
  der(vs) = if high or low then 0 else rate;
  in_p.i = 0;
  in_n.i = 0;
  out.v = vs + Rout*out.i;
  annotation(Documentation(info = "
    The output follows A (in_p.v - in_n.v) with the bandwidth GBW/A, and stays within [Vmin, Vmax].
    With positive feedback, as in Schmitt triggers and relaxation oscillators, the output needs time
    to go from one limit to the other. OpAmp jumps there.
  "));
end OpAmpPole;
