model changes_without_three
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = delay(x, 0.1 + time/10);
end changes_without_three;
