//! 1.5: n = 2
//! 1.5: on[2] = 1
//! 1.5: on[3] = 0
//! 2.5: n = 4
model for_and_if_in_when
  import math;
  constant Integer N = 4;
  Real x[N];
  discrete Real on[N], n, nextT(start = 1), bound(start = 2.5);
equation
  for i in 1:N loop
    der(x[i]) = i;
  end for;
algorithm
  when time > nextT then
    n := 0;
    for i in 1:N loop
      if x[i] < bound then
        on[i] := 1;
        n := n + 1;
      else
        on[i] := 0;
      end if;
    end for;
    nextT := nextT + 1;
    bound := bound + 8;
  end when;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end for_and_if_in_when;
