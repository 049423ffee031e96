model M
  import math;
  discrete Real d(start = 0);
  Real x(start = 0);
equation
  der(x) = if d == 1 then 1 else 2;
algorithm
  when x > 1 then
    d := 1;
  end when;
end M;
