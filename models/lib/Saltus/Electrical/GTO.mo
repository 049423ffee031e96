within Saltus.Electrical;
model GTO "Thyristor that can be turned off at its gate"
  extends Interfaces.IdealLine;
  Saltus.Blocks.Interfaces.BooleanInput fire "true: conducts forward; false: blocks";
equation
  off = s < 0 or not fire;
  annotation(Documentation(info = "
    Conducts from p to n while fire is true and the current is positive; blocks backward always.
    With Vknee this is also a simple IGBT without diode.
  "));
end GTO;
