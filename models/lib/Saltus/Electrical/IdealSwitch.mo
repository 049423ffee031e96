within Saltus.Electrical;
model IdealSwitch "Switch that may be a wire when closed and nothing when open"
  extends Interfaces.IdealLine(final Vknee = 0);
  Saltus.Blocks.Interfaces.BooleanInput control "true: closed";
equation
  off = not control;
  annotation(Documentation(info = "
    v = Ron i when control is true, i = Goff v otherwise; Ron = 0 and Goff = 0 are allowed where
    the circuit stays determined. Conducts both ways.
  "));
end IdealSwitch;
