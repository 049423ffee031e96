model M
  import math;
  Real x, y(start = rand(1));
  parameter Real p = math.uniform(0, 1);
equation
  x = rand(1);
  der(y) = normal(0, 1);
end M;
