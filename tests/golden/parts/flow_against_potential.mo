// A connector of one's own in which the current is no flow.
connector Clamp
  Real v;
  Real i;
end Clamp;

model Meter
  Clamp p, n;
equation
  p.i = 0;
  n.i = 0;
end Meter;

model Bench
  Saltus.Electrical.Resistor r(R = 1);
  Meter meter;
equation
  connect(r.p, meter.p);
  connect(r.n, meter.n);
end Bench;
