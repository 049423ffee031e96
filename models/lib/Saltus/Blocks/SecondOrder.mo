within Saltus.Blocks;
block SecondOrder "Lag of second order"
  extends Interfaces.SISO(y(start = 0));
  parameter Real k = 1 "gain";
  parameter SI.AngularFrequency w(min = 0) = 1 "without damping";
  parameter Real D(min = 0) = 1 "damping";
  Real yd(start = 0) "slope of y";
equation
  der(y) = yd;
  der(yd) = w*(w*(k*u - y) - 2*D*yd);
  annotation(Documentation(info = "
    y'' + 2 D w y' + w^2 y = k w^2 u.
  "));
end SecondOrder;
