//! 0.4: s[1,1] = 0
//! 2.9: s[1,1] = 1
//! 2.9: s[2,3] = 2
//! 2.9: u[2,3] = 17.4 +- 1e-3
model whens_in_loop_over_two_indices
  import math;
  parameter Integer N = 2, M = 3;
  Real u[N, M];
  discrete Real s[N, M], level[N, M];
initial algorithm
  for i in 1:N, j in 1:M loop
    level[i, j] := 2;
    s[i, j] := 0;
  end for;
equation
  for i in 1:N, j in 1:M loop
    der(u[i, j]) = i*j;
  end for;
algorithm
  for i in 1:N, j in 1:M loop
    when u[i, j] > level[i, j] then
      s[i, j] := s[i, j] + 1;
      level[i, j] := 3*level[i, j];
    end when;
  end for;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}, MMO_Output = {u[1, 1:2], s[:, 3]}));
end whens_in_loop_over_two_indices;
