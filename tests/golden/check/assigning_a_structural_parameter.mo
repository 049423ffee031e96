model M
  import math;
  parameter Integer N = 3;
  Real x[N];
initial algorithm
  N := 4;
equation
  for i in 1:N loop
    der(x[i]) = 1;
  end for;
end M;
