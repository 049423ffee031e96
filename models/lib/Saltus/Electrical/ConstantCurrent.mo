within Saltus.Electrical;
model ConstantCurrent "Ideal source of a constant current"
  extends Interfaces.OnePort;
  parameter SI.Current I = 1 "current from p to n inside the source";
equation
  i = I;
  annotation(Documentation(info = "
    i = I, whatever the voltage: it comes out at n. Must not be left open.
  "));
end ConstantCurrent;
