//! 2.9: n[1] = 5
//! 2.9: n[2] = 2
//! 2.9: total = 9
model time_events_of_a_loop
  "periods 0.5, 1, 1.25 and 3"
  import math;
  constant Integer N = 4;
  discrete Real next[N], n[N], T[N], total;
  Real x;
initial algorithm
  T[1] := 0.5;
  T[2] := 1;
  T[3] := 1.25;
  T[4] := 3;
  for i in 1:N loop
    next[i] := T[i];
    n[i] := 0;
  end for;
  total := 0;
equation
  der(x) = 1;
algorithm
  for i in 1:N loop
    when time > next[i] then
      next[i] := next[i] + T[i];
      n[i] := n[i] + 1;
      total := total + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2));
end time_events_of_a_loop;
