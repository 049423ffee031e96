model buck "A converter from 24 V to about 15 V, as a circuit"
  parameter Real U(unit = "V") = 24 "supply";
  parameter Real R(unit = "Ohm") = 10 "load";
  parameter Real C(unit = "F") = 1e-4;
  parameter Real L(unit = "H") = 1e-4;
  parameter Real T(unit = "s") = 1e-4 "period of the switch";
  parameter Real Ron(unit = "Ohm") = 1e-6;
  parameter Real Roff(unit = "Ohm") = 1e6;
  Real VC(start = 0, fixed = true, unit = "V", nominal = 10) "output";
  Real IL(start = 0, fixed = true, unit = "A", nominal = 1) "inductor";
  Real VD(unit = "V") "across the diode";
  Real iS(unit = "A") "through the switch";
  Real iD(unit = "A") "through the diode";
  Real RLL(unit = "Ohm") "switch";
  Real RD(unit = "Ohm") "diode";
  Boolean closed(start = true, fixed = true) "is the switch?";
equation
  C*der(VC) = IL - VC/R;
  L*der(IL) = VD - VC;
  iS + iD = IL;
  U - VD = RLL*iS;
  VD = -RD*iD;
  RLL = if closed then Ron else Roff;
  RD = if VD > 0 then Roff else Ron;
  when sample(T/2, T/2) then
    closed = not pre(closed);
  end when;
  annotation(experiment(StopTime = 0.01, Interval = 1e-5), __Saltus_watch = {"VC", "IL"});
end buck;
