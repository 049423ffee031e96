//! 0: a[2] = 1
//! 0: a[3] = 2
//! 0: a[4] = 0
//! 0: h = 2
model integer_division_in_bounds
  import math;
  constant Integer N = 7;
  Real a[N];
  Real h = a[N / 2];
initial algorithm
  for i in 1:N / 3 loop
    a[i] := 1;
  end for;
  a[N / 2] := 2;
equation
  for i in 1:N loop
    der(a[i]) = 0;
  end for;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS));
end integer_division_in_bounds;
