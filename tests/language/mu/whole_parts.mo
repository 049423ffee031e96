//! 0: of[1] = 9
//! 0: of[2] = 0
//! 0: of[3] = 1
//! 0: of[4] = 4
//! 0: of[5] = 7
//! 0: of[6] = 3
//! 0: of[7] = -3
//! 2: j = -2
//! 2: y[3] = 2 +- 1e-3
model whole_parts
  "Integers keep the whole part of Reals, towards 0, as in C"
  import math;
  parameter Integer N = 11, P = 3;
  constant Integer n = 4*12/5, k = 1e-3;
  parameter Integer low[P], up = 0, down = 0, to[P];
  Real y[P], v(start = 1), of[7] = {n, k, low[1], low[2], low[3], up, down};
  discrete Integer j(start = 0);
initial algorithm
  for i in 1:P loop
    low[i] := (i - 1)*(N - 1)/P + 1;
    to[i] := P + uniform(0.1, 0.9);
  end for;
  up := sqrt(N + 0.0);
  down := -sqrt(N + 0.0);
equation
  for i in 1:P loop
    der(y[i]) = 0;
  end for;
  der(v) = -2;
algorithm
  when v < -2.5 then
    j := v + 1e-6;
    reinit(y[to[1]], y[to[1]] + 2);
  end when;
  annotation(experiment(StopTime = 2, MMO_Solver = QSS2));
end whole_parts;
