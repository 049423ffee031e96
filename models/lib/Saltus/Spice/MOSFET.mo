within Saltus.Spice;
model MOSFET "MOS transistor of Shichman and Hodges, level 1"
  Saltus.Electrical.Interfaces.Pin d "drain";
  Saltus.Electrical.Interfaces.Pin g "gate";
  Saltus.Electrical.Interfaces.Pin s "source";
  Saltus.Electrical.Interfaces.Pin b "bulk";
  parameter Integer polarity = 1 "1: NMOS; -1: PMOS";
  parameter SI.Voltage VTO = 0 "threshold; negative for PMOS that is off at 0 V";
  parameter Real KP(min = 0, unit = "A/V2") = 2e-5 "transconductance";
  parameter Real GAMMA(min = 0) = 0 "effect of the bulk, in sqrt(V)";
  parameter SI.Voltage PHI(min = 0) = 0.6 "potential of the surface";
  parameter Real LAMBDA(unit = "1/V") = 0 "modulation of the length of the channel";
  parameter SI.Length L(min = 0) = 1e-4 "length";
  parameter SI.Length W(min = 0) = 1e-4 "width";
  parameter SI.Length LD(min = 0) = 0 "lateral diffusion, twice less of L";
  parameter SI.Resistance RD(min = 0) = 0 "of the drain";
  parameter SI.Resistance RS(min = 0) = 0 "of the source";
  parameter SI.Current IS(min = 0) = 1e-14 "of the junctions of the bulk";
  parameter SI.Capacitance CBD(min = 0) = 0 "of the junction of the drain, at 0 V";
  parameter SI.Capacitance CBS(min = 0) = 0 "of the junction of the source, at 0 V";
  parameter SI.Voltage PB(min = 0) = 0.8 "potential of the junctions";
  parameter Real MJ(min = 0) = 0.5 "grading coefficient of the junctions";
  parameter Real FC(min = 0, max = 1) = 0.5 "beyond FC*PB capacitances are straight lines";
  parameter Real CGSO(min = 0, unit = "F/m") = 0 "gate to source, per width";
  parameter Real CGDO(min = 0, unit = "F/m") = 0 "gate to drain, per width";
  parameter Real CGBO(min = 0, unit = "F/m") = 0 "gate to bulk, per length";
  parameter Real M(min = 0) = 1 "how many in parallel";
  parameter SI.Conductance GMIN(min = 0) = 1e-12 "across both junctions";
  parameter SI.Voltage VT = 0.025864926 "thermal voltage, k T/q";
  SI.Voltage vds "from drain to source, inside";
  SI.Voltage vgs "from gate to source, inside";
  SI.Voltage vbs "from bulk to source, inside";
  SI.Current id "through the channel";
  Saltus.Electrical.Resistor rd(R = RD/M) "RD";
  Saltus.Electrical.Resistor rs(R = RS/M) "RS";
  Junction bd(polarity = polarity, IS = IS*M, GMIN = GMIN, VT = VT, follows = false) "bulk to drain";
  Junction bs(polarity = polarity, IS = IS*M, GMIN = GMIN, VT = VT, follows = false) "bulk to source";
  JunctionCharge cbd(polarity = polarity, CJ = CBD*M, VJ = PB, M = MJ, FC = FC) if CBD > 0;
  JunctionCharge cbs(polarity = polarity, CJ = CBS*M, VJ = PB, M = MJ, FC = FC) if CBS > 0;
  Saltus.Electrical.Capacitor cgs(C = CGSO*W*M) if CGSO > 0;
  Saltus.Electrical.Capacitor cgd(C = CGDO*W*M) if CGDO > 0;
  Saltus.Electrical.Capacitor cgb(C = CGBO*L*M) if CGBO > 0;
  Saltus.Electrical.SignalCurrent channel(i = polarity*id);
protected
  final parameter Real beta = M*KP*W/(L - 2*LD);
  SI.Voltage drive "gate voltage beyond the threshold";
  SI.Voltage bulk "of the end that acts as source";
  SI.Voltage along "along the channel, positive";
  Real body "square root of the potential below the channel";
equation
  vds = polarity*(rd.n.v - rs.n.v);
  vgs = polarity*(g.v - rs.n.v);
  vbs = polarity*(b.v - rs.n.v);
  along = noEvent(if vds >= 0 then vds else -vds);
  bulk = noEvent(if vds >= 0 then vbs else vbs - vds);
  if GAMMA > 0 then
    body = noEvent(if bulk <= 0 then sqrt(PHI - bulk) else max(0, sqrt(PHI) - bulk/(2*sqrt(PHI))));
  else
    body = sqrt(PHI);
  end if;
  drive = noEvent(if vds >= 0 then vgs else vgs - vds) - polarity*VTO - GAMMA*(body - sqrt(PHI));
  id = noEvent(if drive <= 0 then 0 elseif drive <= along then beta/2*drive^2*(1 + LAMBDA*along)
    else beta*along*(drive - along/2)*(1 + LAMBDA*along))*noEvent(if vds >= 0 then 1 else -1);
  if CGSO <= 0 and CGDO <= 0 and CGBO <= 0 then
    g.i = 0;
  end if;
  connect(d, rd.p);
  connect(s, rs.p);
  connect(b, bd.p);
  connect(b, bs.p);
  connect(rd.n, bd.n);
  connect(rs.n, bs.n);
  connect(bd.p, cbd.p);
  connect(bd.n, cbd.n);
  connect(bs.p, cbs.p);
  connect(bs.n, cbs.n);
  connect(g, cgs.p);
  connect(rs.n, cgs.n);
  connect(g, cgd.p);
  connect(rd.n, cgd.n);
  connect(g, cgb.p);
  connect(b, cgb.n);
  connect(rd.n, channel.p);
  connect(rs.n, channel.n);
  annotation(Documentation(info = "
    M of SPICE at level 1. Drain and source change their parts when the voltage between them changes
    its sign. Not modelled: the capacitance of the channel (TOX), temperature.
  "));
end MOSFET;
