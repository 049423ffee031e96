within Saltus.Electrical;
model SignalCurrent "Ideal source of a current that a signal gives"
  Interfaces.PositivePin p;
  Interfaces.NegativePin n;
  Saltus.Blocks.Interfaces.RealInput i(unit = "A") "current from p to n";
  SI.Voltage v "from p to n";
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
  annotation(Documentation(info = "
    The input i is the current, counted from p to n inside the source: it comes out at n.
  "));
end SignalCurrent;
