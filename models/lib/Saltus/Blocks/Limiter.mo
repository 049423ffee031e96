within Saltus.Blocks;
block Limiter "Keeps a signal between two values"
  extends Interfaces.SISO;
  parameter Real uMax = 1 "upper limit";
  parameter Real uMin = -uMax "lower limit";
equation
  y = if u > uMax then uMax elseif u < uMin then uMin else u;
  annotation(Documentation(info = "
    y = u within [uMin, uMax]. Reaching and leaving a limit are events.
  "));
end Limiter;
