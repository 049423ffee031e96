model Amplifier
  replaceable Saltus.Electrical.Resistor load constrainedby Saltus.Electrical.Interfaces.OnePort;
end Amplifier;

model Test
  Amplifier a(redeclare Saltus.Electrical.Ground load);
end Test;
