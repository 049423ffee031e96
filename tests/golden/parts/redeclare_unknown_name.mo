model Amplifier
  replaceable Saltus.Electrical.Resistor load;
end Amplifier;

model Test
  Amplifier a(redeclare Saltus.Electrical.Capacitor laod);
end Test;
