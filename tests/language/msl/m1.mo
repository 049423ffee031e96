//! 0.505: y = 3
//! 1: y = 4
model m1 "delay of an Integer"
  parameter Real T = 0.01;
  Integer x = if time > 0.5 then 4 else 3, xd;
  Integer y;
equation
  xd = integer(delay(x, T));
  y = if time >= T then xd else 3;
end m1;
