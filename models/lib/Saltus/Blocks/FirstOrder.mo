within Saltus.Blocks;
block FirstOrder "Lag of first order"
  extends Interfaces.SISO(y(start = 0));
  parameter Real k = 1 "gain";
  parameter SI.Time T(min = 0) = 1 "time constant";
equation
  T*der(y) = k*u - y;
  annotation(Documentation(info = "
    T y' + y = k u. T must be positive.
  "));
end FirstOrder;
