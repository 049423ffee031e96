within Right.Parts;
model Resistor "a file of its own"
  parameter Real R = 1;
end Resistor;
