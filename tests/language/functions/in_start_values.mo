//! 0: x = 25
//! 0: y[2] = 4
//! 1: y[3] = 10 +- 1e-6
model in_start_values
  function square
    input Real x;
    output Real y = x*x;
  algorithm
  end square;
  function squares
    input Integer n;
    output Real y[n];
  algorithm
    for i in 1:n loop
      y[i] := square(i);
    end for;
  end squares;
  parameter Real p = square(3) + 1;
  Real x(start = square(p/2), fixed = true);
  Real y[3](start = squares(3), each fixed = true);
equation
  der(x) = -1;
  der(y) = ones(3);
end in_start_values;
