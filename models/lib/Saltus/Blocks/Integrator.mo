within Saltus.Blocks;
block Integrator "Integral of the input"
  extends Interfaces.SISO(y(start = 0));
  parameter Real k = 1 "factor";
equation
  der(y) = k*u;
  annotation(Documentation(info = "
    y' = k u. integrator(y(start = 2)) sets where it begins.
  "));
end Integrator;
