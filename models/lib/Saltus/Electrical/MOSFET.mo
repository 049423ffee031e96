within Saltus.Electrical;
model MOSFET "Controlled switch with its body diode, as resistors with two values"
  extends Interfaces.OnePort;
  parameter SI.Resistance Ron(min = 0) = 1e-3 "channel when on";
  parameter SI.Resistance Roff(min = 0) = 1e5 "channel and diode when off";
  parameter SI.Resistance Rdiode(min = 0) = 1e-3 "diode when it conducts";
  parameter SI.Voltage Vdiode(min = 0) = 0 "knee of the diode";
  Saltus.Blocks.Interfaces.BooleanInput gate "true: the channel conducts";
  SI.Current iDiode "through the body diode, from n to p";
  Boolean reverse "the diode conducts";
equation
  reverse = -v > Vdiode;
  -v - Vdiode = (if reverse then Rdiode else Roff)*(iDiode - Vdiode/Roff);
  i = v/(if gate then Ron else Roff) - iDiode;
  annotation(Documentation(info = "
    p is the drain, n the source. With gate the channel conducts both ways (Ron); without it,
    the diode conducts from source to drain. No capacitances: it switches at once.
  "));
end MOSFET;
