within Saltus.Electrical;
model Capacitor "Ideal capacitor"
  extends Interfaces.OnePort(v(start = 0));
  parameter SI.Capacitance C(min = 0) = 1e-6 "capacitance";
equation
  C*der(v) = i;
  annotation(Documentation(info = "
    C v' = i. c(v(start = 5)) charges it at the beginning; fixed = true enforces that.
    Capacitors in parallel, or one across an ideal source, have one state less: the others
    follow.
  "));
end Capacitor;
