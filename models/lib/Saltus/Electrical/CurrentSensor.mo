within Saltus.Electrical;
model CurrentSensor "Current through a wire, as a signal"
  extends Interfaces.Sensor;
  Saltus.Blocks.Interfaces.RealOutput i(unit = "A") "from p to n";
equation
  p.v = n.v;
  i = p.i;
  annotation(Documentation(info = "
    Ideal: a wire. Belongs in series.
  "));
end CurrentSensor;
