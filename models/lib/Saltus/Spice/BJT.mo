within Saltus.Spice;
model BJT "Bipolar transistor of Gummel and Poon"
  Saltus.Electrical.Interfaces.Pin c "collector";
  Saltus.Electrical.Interfaces.Pin b "base";
  Saltus.Electrical.Interfaces.Pin e "emitter";
  parameter Integer polarity = 1 "1: NPN; -1: PNP";
  parameter SI.Current IS(min = 0) = 1e-16 "saturation current";
  parameter Real BF(min = 0) = 100 "forward gain";
  parameter Real BR(min = 0) = 1 "reverse gain";
  parameter Real NF(min = 0) = 1 "forward emission coefficient";
  parameter Real NR(min = 0) = 1 "reverse emission coefficient";
  parameter SI.Voltage VAF = 0 "forward Early voltage; 0: none";
  parameter SI.Voltage VAR = 0 "reverse Early voltage; 0: none";
  parameter SI.Current IKF(min = 0) = 0 "knee of the forward gain; 0: none";
  parameter SI.Current IKR(min = 0) = 0 "knee of the reverse gain; 0: none";
  parameter SI.Current ISE(min = 0) = 0 "leakage of the emitter";
  parameter Real NE(min = 0) = 1.5 "its emission coefficient";
  parameter SI.Current ISC(min = 0) = 0 "leakage of the collector";
  parameter Real NC(min = 0) = 2 "its emission coefficient";
  parameter SI.Resistance RB(min = 0) = 0 "of the base";
  parameter SI.Resistance RC(min = 0) = 0 "of the collector";
  parameter SI.Resistance RE(min = 0) = 0 "of the emitter";
  parameter SI.Capacitance CJE(min = 0) = 0 "of the emitter, at 0 V";
  parameter SI.Voltage VJE(min = 0) = 0.75 "its potential";
  parameter Real MJE(min = 0) = 0.33 "its grading coefficient";
  parameter SI.Capacitance CJC(min = 0) = 0 "of the collector, at 0 V";
  parameter SI.Voltage VJC(min = 0) = 0.75 "its potential";
  parameter Real MJC(min = 0) = 0.33 "its grading coefficient";
  parameter Real FC(min = 0, max = 1) = 0.5 "beyond FC*VJ capacitances are straight lines";
  parameter SI.Time TF(min = 0) = 0 "forward transit time";
  parameter SI.Time TR(min = 0) = 0 "reverse transit time";
  parameter Real area(min = 0) = 1 "how many in parallel";
  parameter SI.Conductance GMIN(min = 0) = 1e-12 "across both junctions";
  parameter SI.Voltage VT = 0.025864926 "thermal voltage, k T/q";
  SI.Current ic "into the collector, without charges";
  Saltus.Electrical.Resistor rb(R = RB/area) "RB";
  Saltus.Electrical.Resistor rc(R = RC/area) "RC";
  Saltus.Electrical.Resistor re(R = RE/area) "RE";
  Junction be(polarity = polarity, IS = IS*area, N = NF, B = BF, ILEAK = ISE*area, NLEAK = NE, GMIN = GMIN,
    VT = VT, follows = not emitterCharged);
  Junction bc(polarity = polarity, IS = IS*area, N = NR, B = BR, ILEAK = ISC*area, NLEAK = NC, GMIN = GMIN,
    VT = VT, follows = not collectorCharged);
  JunctionCharge cbe(polarity = polarity, CJ = CJE*area, VJ = VJE, M = MJE, FC = FC, CD = TF*IS*area/(NF*VT),
    e = be.e) if emitterCharged;
  JunctionCharge cbc(polarity = polarity, CJ = CJC*area, VJ = VJC, M = MJC, FC = FC, CD = TR*IS*area/(NR*VT),
    e = bc.e) if collectorCharged;
  Saltus.Electrical.SignalCurrent transport;
protected
  final parameter Boolean emitterCharged = CJE > 0 or TF > 0 "has a state";
  final parameter Boolean collectorCharged = CJC > 0 or TR > 0 "has a state";
  final parameter Real gVAF = if VAF > 0 then 1/VAF else 0;
  final parameter Real gVAR = if VAR > 0 then 1/VAR else 0;
  final parameter Real gIKF = if IKF > 0 then 1/(IKF*area) else 0;
  final parameter Real gIKR = if IKR > 0 then 1/(IKR*area) else 0;
  Real qb "charge of the base";
equation
  transport.i = polarity*ic;
  qb = if gIKF + gIKR > 0 then (1 + sqrt(1 + 4*(be.diffusion*gIKF + bc.diffusion*gIKR)))/2 else 1;
  ic = (be.diffusion - bc.diffusion)*(1 - bc.vj*gVAF - be.vj*gVAR)/qb;
  connect(b, rb.p);
  connect(c, rc.p);
  connect(e, re.p);
  connect(rb.n, be.p);
  connect(rb.n, bc.p);
  connect(re.n, be.n);
  connect(rc.n, bc.n);
  connect(be.p, cbe.p);
  connect(be.n, cbe.n);
  connect(bc.p, cbc.p);
  connect(bc.n, cbc.n);
  connect(rc.n, transport.p);
  connect(re.n, transport.n);
  annotation(Documentation(info = "
    Q of SPICE: the transport model with the Early effect, high currents and leakage. The charges of
    the junctions and of the transit times make states. Not modelled: the resistance of the base
    that depends on the current, XCJC, ITF, the substrate, temperature.
  "));
end BJT;
