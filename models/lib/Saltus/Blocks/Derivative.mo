within Saltus.Blocks;
block Derivative "Derivative of the input, with a lag"
  extends Interfaces.SISO;
  parameter Real k = 1 "gain";
  parameter SI.Time T(min = 0) = 0.01 "time constant of the lag";
  Real x(start = 0) "input, with the lag";
equation
  T*der(x) = u - x;
  y = k/T*(u - x);
  annotation(Documentation(info = "
    k s/(T s + 1): inputs may jump. T must be positive; the smaller, the nearer to u' and the
    stiffer.
  "));
end Derivative;
