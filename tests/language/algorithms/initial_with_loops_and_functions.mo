//! 0: x[1] = 1
//! 0: x[2] = 4
//! 0: x[4] = 16
//! 0: total = 30
model initial_with_loops_and_functions
  function square
    input Real x;
    output Real y = x^2;
  algorithm
  end square;
  Real x[4];
  Real total;
  discrete Real n;
initial algorithm
  n := 0;
  while n < 3.5 loop
    n := n + 1;
  end while;
  for i in 1:4 loop
    if i == 2 then
      x[i] := n;
    else
      x[i] := square(i);
    end if;
  end for;
equation
  for i in 1:4 loop
    der(x[i]) = 0;
  end for;
  total = sum(x);
  when time > 100 then
    n = 0;
  end when;
end initial_with_loops_and_functions;
