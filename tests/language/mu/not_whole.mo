model not_whole
  import math;
  parameter Integer N = 12;
  Integer k = 4*N/5;
  constant Real R = 2.5;
  Real x[R], y;
equation
  der(y) = x[0.5];
end not_whole;
