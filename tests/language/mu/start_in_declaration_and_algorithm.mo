//! 0: u[1] = 7
//! 0: u[3] = 2
//! 0: v = 5
model start_in_declaration_and_algorithm
  import math;
  Real u[3](each start = 2), v(start = 5), w;
initial algorithm
  u[1] := 7;
  if u[1] > 6 then
    w := 1;
  else
    w := 2;
  end if;
equation
  for i in 1:3 loop
    der(u[i]) = 0;
  end for;
  der(v) = 0;
  der(w) = 0;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end start_in_declaration_and_algorithm;
