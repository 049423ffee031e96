within Saltus.Blocks;
block DeadZone "Nothing near zero"
  extends Interfaces.SISO;
  parameter Real uMax = 1 "upper end";
  parameter Real uMin = -uMax "lower end";
equation
  y = if u > uMax then u - uMax elseif u < uMin then u - uMin else 0;
  annotation(Documentation(info = "
    y = 0 while u is within [uMin, uMax], beyond it the distance.
  "));
end DeadZone;
