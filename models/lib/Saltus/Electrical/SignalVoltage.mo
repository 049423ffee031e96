within Saltus.Electrical;
model SignalVoltage "Ideal source of a voltage that a signal gives"
  Interfaces.PositivePin p;
  Interfaces.NegativePin n;
  Saltus.Blocks.Interfaces.RealInput v(unit = "V") "voltage from p to n";
  SI.Current i "from p to n";
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
  annotation(Documentation(info = "
    The input v is the voltage. With a VoltageSensor elsewhere this is a controlled source.
  "));
end SignalVoltage;
