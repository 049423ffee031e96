within Saltus.Electrical;
model Conductor "Ideal conductor"
  extends Interfaces.OnePort;
  parameter SI.Conductance G = 1 "conductance";
equation
  i = G*v;
  annotation(Documentation(info = "
    i = G v. G = 0 is an open circuit; for a wire take a Resistor with R = 0.
  "));
end Conductor;
