within Saltus.Electrical;
model Switch "Switch as a resistor with two values"
  extends Interfaces.ResistiveSwitch;
  Saltus.Blocks.Interfaces.BooleanInput control "true: closed";
equation
  R = if control then Ron else Roff;
  annotation(Documentation(info = "
    v = R i with R = Ron when control is true, Roff otherwise. Conducts both ways.
  "));
end Switch;
