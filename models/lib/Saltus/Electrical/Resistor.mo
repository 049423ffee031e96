within Saltus.Electrical;
model Resistor "Ideal resistor"
  extends Interfaces.OnePort;
  parameter SI.Resistance R = 1 "resistance";
equation
  v = R*i;
  annotation(Documentation(info = "
    v = R i. R = 0 is a wire; for an open circuit take a Conductor with G = 0.
  "));
end Resistor;
