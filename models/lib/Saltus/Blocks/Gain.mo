within Saltus.Blocks;
block Gain "Times a constant"
  extends Interfaces.SISO;
  parameter Real k = 1 "factor";
equation
  y = k*u;
  annotation(Documentation(info = "
    y = k u.
  "));
end Gain;
