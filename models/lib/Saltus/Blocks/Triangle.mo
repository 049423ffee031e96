within Saltus.Blocks;
block Triangle "A triangle that rises from its lowest value at time 0"
  extends Interfaces.SO;
  extends Interfaces.Carrier(f = 1);
equation
  y = carrier;
  annotation(Documentation(info = "
    Rises from low to high in half a period of 1/f and falls back in the other. Its corners are
    events at known instants.
  "));
end Triangle;
