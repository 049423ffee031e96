within Saltus.Electrical;
model Transformer "Transformer with winding resistances, leakages and a magnetising inductance"
  extends Interfaces.TwoPort(i1(start = 0), i2(start = 0));
  parameter Real n = 1 "turns of side 1 per turn of side 2";
  parameter SI.Resistance R1 = 0.1 "winding 1";
  parameter SI.Inductance L1(min = 0) = 1e-4 "leakage of winding 1";
  parameter SI.Resistance R2 = 0.1 "winding 2";
  parameter SI.Inductance L2(min = 0) = 1e-4 "leakage of winding 2";
  parameter SI.Inductance Lm(min = 0) = 0.1 "magnetising, seen from side 1";
  SI.Current im "magnetising, seen from side 1";
protected
  SI.Voltage e "induced, seen from side 1";
equation
  im = i1 + i2/n;
  e = Lm*(der(i1) + der(i2)/n);
  v1 = R1*i1 + L1*der(i1) + e;
  v2 = R2*i2 + L2*der(i2) + e/n;
  annotation(Documentation(info = "
    The usual T circuit: R1, L1, then Lm across an ideal transformer n : 1, then L2, R2. The
    core does not saturate. The states are the currents of the windings; both leakages must be
    positive.
  "));
end Transformer;
