//! 0: x[1] = 0
//! 0: x[3] = 1
//! 0: n = 6
model initial_with_array_function
  function ramp
    input Integer n;
    output Real y[n];
  algorithm
    for i in 1:n loop
      y[i] := (i - 1)/(n - 1);
    end for;
  end ramp;
  parameter Integer N = 3;
  Real x[N];
  Integer n(start = 0);
initial algorithm
  x := ramp(N);
  n := 1;
  for i in 1:N loop
    n := n*i;
  end for;
equation
  der(x) = zeros(N);
  when time > 10 then
    n = 0;
  end when;
end initial_with_array_function;
