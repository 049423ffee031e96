within Saltus.Electrical;
model VoltageSensor "Voltage between two points, as a signal"
  extends Interfaces.Sensor;
  Saltus.Blocks.Interfaces.RealOutput v(unit = "V") "from p to n";
equation
  p.i = 0;
  v = p.v - n.v;
  annotation(Documentation(info = "
    Ideal: takes no current.
  "));
end VoltageSensor;
