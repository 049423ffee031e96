within Saltus.Spice;
model Winding "Inductor with a voltage that others induce in it"
  extends Saltus.Electrical.Interfaces.OnePort(i(start = 0));
  parameter SI.Inductance L(min = 0) = 1e-3 "inductance";
  Saltus.Blocks.Interfaces.RealInput induced(unit = "V") "sum of M der(i) of all coupled windings";
equation
  v = L*der(i) + induced;
  annotation(Documentation(info = "
    L and K of SPICE: Winding L1(L = 1e-3, induced = M*der(L2.i)), L2(L = 1e-3, induced = M*der(L1.i))
    with M = k sqrt(L1 L2), k < 1.
  "));
end Winding;
