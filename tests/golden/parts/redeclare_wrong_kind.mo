model Amplifier
  replaceable Saltus.Electrical.Resistor gain(R = 10);
  replaceable model Load = Saltus.Electrical.Resistor;
end Amplifier;

model Test
  Amplifier a(redeclare Real gain), b(redeclare connector Load = Saltus.Electrical.Interfaces.Pin);
end Test;
