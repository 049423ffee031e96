within Saltus.Spice;
model Junction "What conducts in a junction: an exponential characteristic"
  extends Saltus.Electrical.Interfaces.OnePort;
  parameter Integer polarity = 1 "-1: from n to p";
  parameter SI.Current IS(min = 0) = 1e-14 "saturation current";
  parameter Real N(min = 0) = 1 "emission coefficient";
  parameter Real B(min = 0) = 1 "the junction conducts only 1/B of it, as the base of a transistor";
  parameter SI.Current ILEAK(min = 0) = 0 "saturation current of a second characteristic";
  parameter Real NLEAK(min = 0) = 1.5 "its emission coefficient";
  parameter SI.Voltage VB(min = 0) = 1e30 "where it breaks down, with the current IS";
  parameter SI.Conductance GMIN(min = 0) = 1e-12 "across the junction";
  parameter SI.Voltage VT = 0.025864926 "thermal voltage, k T/q";
  parameter Boolean follows = true "its voltage is the unknown; false: it is known, or a state";
  SI.Voltage vj(start = 0) "across the junction";
  SI.Current diffusion "IS (exp(vj/(N VT)) - 1)";
  Real e "exp(vj/(N VT))";
protected
  final parameter SI.Voltage Vn = N*VT;
  final parameter Real bend = log(Vn/(1.4142135623730951*IS)) "s at which the characteristic bends";
  Real s(start = 0) "place on the characteristic: vj/Vn, then the current";
  SI.Current leak "second characteristic";
  SI.Current back "breakdown";
equation
  vj = polarity*v;
  if follows then
    vj = Vn*noEvent(if s < bend then s elseif s < bend + 1e6 then bend + log(1 + s - bend)
      else bend + log(1000001) + (s - bend - 1e6)/1000001);
    e = noEvent(if s < bend then exp(s) else exp(bend)*(1 + s - bend));
  else
    s = vj/Vn;
    e = noEvent(if s < 60 then exp(s) else exp(60)*(1 + s - 60));
  end if;
  diffusion = IS*(e - 1);
  if ILEAK > 0 then
    leak = ILEAK*noEvent((if vj < 60*NLEAK*VT then exp(vj/(NLEAK*VT)) else exp(60)*(1 + vj/(NLEAK*VT) - 60)) - 1);
  else
    leak = 0;
  end if;
  if VB < 1e29 then
    back = IS*noEvent(if vj + VB < -60*Vn then exp(60)*(-59 - (vj + VB)/Vn) else exp(-(vj + VB)/Vn));
  else
    back = 0;
  end if;
  i = polarity*(diffusion/B + leak + GMIN*vj - back);
  annotation(Documentation(info = "
    i = IS (exp(vj/(N VT)) - 1)/B + GMIN vj, plus leakage and breakdown. If its voltage is an unknown,
    the characteristic is followed by a place that is a voltage where it blocks and a current where it
    conducts, so that no solution is far away. Otherwise the exponential function goes on as a straight
    line far beyond what a junction can carry.
  "));
end Junction;
