model random_refused
  "between events there is no next draw"
  import math;
  Real x(start = 1), y = rand(1);
equation
  der(x) = -x + normal(0, 1);
end random_refused;
