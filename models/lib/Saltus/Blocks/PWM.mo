within Saltus.Blocks;
block PWM "Pulse width by comparison with a triangle"
  extends Interfaces.Carrier;
  Interfaces.RealInput u "wanted share, between low and high";
  Interfaces.BooleanOutput y "on";
equation
  y = u > carrier;
  annotation(Documentation(info = "
    y = u > triangle between low and high with frequency f: natural sampling. Each crossing is
    searched; PWMTimer takes u once per period and knows all instants in advance. For signals
    around 0: low = -1.
  "));
end PWM;
