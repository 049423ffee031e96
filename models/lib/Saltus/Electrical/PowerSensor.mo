within Saltus.Electrical;
model PowerSensor "Power that goes through, as a signal"
  Interfaces.PositivePin pc "current path, in";
  Interfaces.NegativePin nc "current path, out";
  Interfaces.PositivePin pv "voltage path";
  Interfaces.NegativePin nv "voltage path";
  Saltus.Blocks.Interfaces.RealOutput power(unit = "W") "voltage times current";
equation
  pc.v = nc.v;
  pc.i + nc.i = 0;
  pv.i = 0;
  nv.i = 0;
  power = (pv.v - nv.v)*pc.i;
  annotation(Documentation(info = "
    power = (pv.v - nv.v) pc.i: pc and nc in series with what is measured, pv and nv across it.
    Ideal.
  "));
end PowerSensor;
