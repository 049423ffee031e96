model changes_without_most
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -x;
  y = delay(x, 0.1 + p);
  z = delay(x, 0.1 + time/10, x);
end changes_without_most;
