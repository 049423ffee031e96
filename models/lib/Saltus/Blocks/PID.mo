within Saltus.Blocks;
block PID "PID controller with limits and anti-windup"
  Interfaces.RealInput u_s "set point";
  Interfaces.RealInput u_m "measured";
  Interfaces.RealOutput y "output";
  parameter Real k = 1 "gain";
  parameter SI.Time Ti(min = 0) = 0.5 "integral time";
  parameter SI.Time Td(min = 0) = 0.1 "derivative time";
  parameter Real N(min = 0) = 10 "the derivative's lag is Td/N";
  parameter Real b = 1 "weight of the set point in the proportional part";
  parameter Real c = 0 "weight of the set point in the derivative part";
  parameter Real yMax = 1e60 "upper limit";
  parameter Real yMin = -yMax "lower limit";
  parameter SI.Time Tt(min = 0) = sqrt(Ti*Td) "how fast the integral follows a limited output";
  Real x(start = 0) "integral part";
  Real d(start = 0) "lagged input of the derivative part";
  Real v "output without limits";
equation
  v = k*(b*u_s - u_m) + x + k*N*(c*u_s - u_m - d);
  y = if v > yMax then yMax elseif v < yMin then yMin else v;
  der(x) = k/Ti*(u_s - u_m) + (y - v)/Tt;
  der(d) = N/Td*(c*u_s - u_m - d);
  annotation(Documentation(info = "
    v = P + I + D with P = k (b u_s - u_m), I' = k (u_s - u_m)/Ti + (y - v)/Tt, D = k Td s/(1 +
    s Td/N) (c u_s - u_m); y = v within [yMin, yMax]. c = 0: a jump of the set point makes no
    kick. Td must be positive; without a derivative part take PI.
  "));
end PID;
