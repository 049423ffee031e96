within Saltus.Blocks;
block PI "PI controller with limits and anti-windup"
  extends Interfaces.SISO;
  parameter Real k = 1 "gain";
  parameter SI.Time Ti(min = 0) = 1 "integral time";
  parameter Real yMax = 1e60 "upper limit";
  parameter Real yMin = -yMax "lower limit";
  parameter SI.Time Tt(min = 0) = Ti "how fast the integral follows a limited output";
  Real x(start = 0) "integral part";
  Real v "output without limits";
equation
  v = k*u + x;
  y = if v > yMax then yMax elseif v < yMin then yMin else v;
  der(x) = k/Ti*u + (y - v)/Tt;
  annotation(Documentation(info = "
    v = k (u + integral of u/Ti), y = v within [yMin, yMax]. While the output is limited,
    back-calculation leads the integral towards what fits the limit, with time constant Tt. u is
    the control error.
  "));
end PI;
