model delay_that_changes
  import math;
  Real x(start = 1), y;
equation
  der(x) = -x;
  y = delay(x, 0.1 + 0.05*time, 1);
end delay_that_changes;
