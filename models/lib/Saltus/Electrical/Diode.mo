within Saltus.Electrical;
model Diode "Diode as a resistor with two values"
  extends Interfaces.OnePort;
  parameter SI.Resistance Ron(min = 0) = 1e-5 "when it conducts";
  parameter SI.Resistance Roff(min = 0) = 1e5 "when it blocks";
  parameter SI.Voltage Vknee(min = 0) = 0 "voltage at which it begins to conduct";
  Boolean on "conducts";
equation
  on = v > Vknee;
  v - Vknee = (if on then Ron else Roff)*(i - Vknee/Roff);
  annotation(Documentation(info = "
    Slope 1/Roff below Vknee, 1/Ron above, no jump. Ron and Roff must be positive; the larger
    their ratio, the stiffer the circuit. IdealDiode allows both to be ideal and finds the modes
    of many diodes at once more reliably.
  "));
end Diode;
