// The voltage source gives a signal, or so it seems.
model Feed
  Saltus.Electrical.SineVoltage source(V = 1, f = 50);
  Saltus.Blocks.Gain gain(k = 2);
equation
  connect(source.p, gain.u);
end Feed;
