within Saltus.Spice;
model Diode "Diode with an exponential characteristic and charge"
  Saltus.Electrical.Interfaces.PositivePin p "anode";
  Saltus.Electrical.Interfaces.NegativePin n "cathode";
  parameter SI.Current IS(min = 0) = 1e-14 "saturation current";
  parameter Real N(min = 0) = 1 "emission coefficient";
  parameter SI.Resistance RS(min = 0) = 0 "in series";
  parameter SI.Capacitance CJO(min = 0) = 0 "of the junction, at 0 V";
  parameter SI.Voltage VJ(min = 0) = 1 "potential of the junction";
  parameter Real M(min = 0) = 0.5 "grading coefficient";
  parameter SI.Time TT(min = 0) = 0 "transit time";
  parameter Real FC(min = 0, max = 1) = 0.5 "beyond FC*VJ the capacitance is a straight line";
  parameter SI.Voltage BV(min = 0) = 1e30 "breakdown voltage";
  parameter SI.Current IBV(min = 0) = 1e-3 "current at BV";
  parameter Real area(min = 0) = 1 "how many in parallel";
  parameter SI.Conductance GMIN(min = 0) = 1e-12 "across the junction";
  parameter SI.Voltage VT = 0.025864926 "thermal voltage, k T/q";
  SI.Voltage v "from p to n";
  SI.Current i "from p to n";
  Saltus.Electrical.Resistor resistor(R = RS/area) "RS";
  Junction junction(IS = IS*area, N = N, GMIN = GMIN, VT = VT, follows = not charged,
    VB = if BV > 1e29 then 1e30 else BV - N*VT*log(max(1, IBV/IS)));
  JunctionCharge charge(CJ = CJO*area, VJ = VJ, M = M, FC = FC, CD = TT*IS*area/(N*VT), e = junction.e) if charged;
protected
  final parameter Boolean charged = CJO > 0 or TT > 0 "has a state";
equation
  v = p.v - n.v;
  i = p.i;
  connect(p, resistor.p);
  connect(resistor.n, junction.p);
  connect(junction.n, n);
  connect(junction.p, charge.p);
  connect(junction.n, charge.n);
  annotation(Documentation(info = "
    D of SPICE: i = IS (exp(vj/(N VT)) - 1) + GMIN vj behind RS, and the breakdown if BV is given. With
    CJO or TT it has a state, charge.v. Not modelled: temperature, high injection. An ideal diode is
    Saltus.Electrical.IdealDiode.
  "));
end Diode;
