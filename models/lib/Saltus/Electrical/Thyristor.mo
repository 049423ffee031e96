within Saltus.Electrical;
model Thyristor "Diode that begins to conduct when it is fired"
  extends Interfaces.IdealLine;
  Saltus.Blocks.Interfaces.BooleanInput fire "true: may begin to conduct";
equation
  off = s < 0 or (pre(off) and not fire);
  annotation(Documentation(info = "
    Blocks until fire is true while the voltage is positive; then it conducts until the current
    falls to zero. Firing it while the voltage is negative does nothing. p is the anode, n the
    cathode. No recovery time.
  "));
end Thyristor;
