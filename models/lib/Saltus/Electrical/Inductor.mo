within Saltus.Electrical;
model Inductor "Ideal inductor"
  extends Interfaces.OnePort(i(start = 0));
  parameter SI.Inductance L(min = 0) = 1e-3 "inductance";
equation
  L*der(i) = v;
  annotation(Documentation(info = "
    L i' = v. l(i(start = 2)) starts it with a current; fixed = true enforces that. Inductors
    in series have one current and one state. A switch that opens in series needs a way on for
    the current: a diode, or its own Roff.
  "));
end Inductor;
