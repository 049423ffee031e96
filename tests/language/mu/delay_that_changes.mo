//! tol 1e-6 1e-8
//! 0.05: y = 1 +- 1e-9
//! 1: y = 0.427414932 +- 1e-5
//! 4: y = 0.0247235265 +- 1e-5
model delay_that_changes
  import math;
  Real x(start = 1), y;
equation
  der(x) = -x;
  y = delay(x, 0.1 + 0.05*time, 1);
end delay_that_changes;
