model Amplifier
  Saltus.Electrical.Resistor load(R = 100);
  replaceable Saltus.Electrical.Resistor gain(R = 10);
end Amplifier;

model Test
  Amplifier a(redeclare Saltus.Electrical.Capacitor load);
end Test;
