within Saltus.Spice;
model Switch "Switch that a voltage closes, with hysteresis"
  extends Interfaces.ControlledSwitch;
  parameter SI.Voltage VT = 0 "threshold";
  parameter SI.Voltage VH(min = 0) = 0 "hysteresis: closes above VT + VH, opens below VT - VH";
  Saltus.Electrical.Interfaces.Pin cp "control";
  Saltus.Electrical.Interfaces.Pin cn "control";
  SI.Voltage vc "between cp and cn";
equation
  cp.i = 0;
  cn.i = 0;
  vc = cp.v - cn.v;
  closed = vc > VT + VH or (pre(closed) and vc >= VT - VH);
  annotation(Documentation(info = "
    S of SPICE. RON when closed, ROFF when open. The instant at which the threshold is crossed is
    located.
  "));
end Switch;
