within Saltus.Electrical;
model Multimeter "Voltage, current, power, and their means and effective values over a period"
  Interfaces.PositivePin pc "current path, in";
  Interfaces.NegativePin nc "current path, out";
  Interfaces.PositivePin pv "voltage path";
  Interfaces.NegativePin nv "voltage path";
  parameter SI.Frequency f = 50 "means are over 1/f";
  Saltus.Blocks.Interfaces.RealOutput v(unit = "V") "voltage";
  Saltus.Blocks.Interfaces.RealOutput i(unit = "A") "current";
  Saltus.Blocks.Interfaces.RealOutput power(unit = "W") "voltage times current";
  Saltus.Blocks.RMS vRMS(f = f) "effective voltage";
  Saltus.Blocks.RMS iRMS(f = f) "effective current";
  Saltus.Blocks.Mean pMean(f = f) "mean power";
equation
  pc.v = nc.v;
  pc.i + nc.i = 0;
  pv.i = 0;
  nv.i = 0;
  v = pv.v - nv.v;
  i = pc.i;
  power = v*i;
  vRMS.u = v;
  iRMS.u = i;
  pMean.u = power;
  annotation(Documentation(info = "
    Ideal. vRMS.y, iRMS.y and pMean.y are those of the last full period; the power factor is
    pMean.y/(vRMS.y iRMS.y).
  "));
end Multimeter;
