within Saltus.Electrical;
model OpAmp "Operational amplifier with finite gain and a limited output"
  Interfaces.Pin in_p "non-inverting input";
  Interfaces.Pin in_n "inverting input";
  Interfaces.Pin out "output, against ground";
  parameter Real A(min = 0) = 1e5 "gain";
  parameter SI.Voltage Vmax = 15 "largest output";
  parameter SI.Voltage Vmin = -15 "smallest output";
  parameter SI.Resistance Rout(min = 0) = 0 "in series with the output";
  SI.Voltage vin "between the inputs";
  SI.Voltage vs "without load";
  SI.Voltage s(start = 0) "place on the characteristic: beyond a limit, how far the inputs are";
equation
  vin = in_p.v - in_n.v;
  vs = if s > Vmax then Vmax elseif s < Vmin then Vmin else s;
  vin = vs/A + (s - vs);
  in_p.i = 0;
  in_n.i = 0;
  out.v = vs + Rout*out.i;
  annotation(Documentation(info = "
    out.v = A (in_p.v - in_n.v) within [Vmin, Vmax]. The bent characteristic is followed by its
    place s, so that a large gain does no harm. Without feedback a comparator; with positive
    feedback it starts at a limit and stays there until it does not fit any more, then jumps to the
    other one. No bandwidth: it follows at once.
  "));
end OpAmp;
