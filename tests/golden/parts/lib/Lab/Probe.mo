within Laboratory;
model Probe
  Real x = time;
end Probe;
