within Saltus.Spice;
model CurrentSwitch "Switch that a current closes, with hysteresis"
  extends Interfaces.ControlledSwitch;
  parameter SI.Current IT = 0 "threshold";
  parameter SI.Current IH(min = 0) = 0 "hysteresis: closes above IT + IH, opens below IT - IH";
  Saltus.Blocks.Interfaces.RealInput ic(unit = "A") "control: c(ic = V1.i)";
equation
  closed = ic > IT + IH or (pre(closed) and ic >= IT - IH);
  annotation(Documentation(info = "
    W of SPICE: like Switch, but a current controls it.
  "));
end CurrentSwitch;
