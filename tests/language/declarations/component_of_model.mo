model component_of_model
  model Resistor
    parameter Real R = 1;
  end Resistor;
  Resistor r1;
end component_of_model;
