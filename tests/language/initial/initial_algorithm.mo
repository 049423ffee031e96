//! 0: x[1] = 1
//! 0: x[3] = 9
//! 0: n = 3
model initial_algorithm
  Real x[3](each fixed = false);
  Integer n(fixed = false);
initial algorithm
  n := 0;
  for i in 1:3 loop
    x[i] := i^2;
    n := n + 1;
  end for;
equation
  for i in 1:3 loop
    der(x[i]) = 0;
  end for;
  when time > 100 then
    n = 0;
  end when;
end initial_algorithm;
