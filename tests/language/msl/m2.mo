//! 0.505: y = 3
//! 1: y = 4
model m2 "delay of an Integer in a ring"
  parameter Real T = 0.01;
  Integer x, xd, y;
equation
  x = if time > 0.5 then 7 - y else 3;
  xd = integer(delay(x, T));
  y = if time >= T then xd else 3;
end m2;
