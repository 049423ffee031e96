//! set N = 20
//! 0: n = 16
//! 0: k = 1000
//! 1: j = 3
model whole_reals_set
  "constants that are Real by type and whole by value, where an Integer is wanted"
  import math;
  parameter Integer N = 10;
  parameter Integer NEX = 4*N/5;
  constant Integer M = 1e3;
  parameter Real R = 16;
  Real u[NEX];
  Real w[R];
  Real n = size(u, 1) + u[R] + w[1], k = M;
  discrete Integer j(start = 0);
equation
  for i in 1:NEX loop
    der(u[i]) = 0;
    der(w[i]) = 0;
  end for;
algorithm
  when time > 0.5 then
    j := 6/2;
  end when;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end whole_reals_set;
