model Arrays "Cells in a row, an input at one end, names of all kinds"
  parameter Integer N = 5 "cells";
  parameter Real a = 3;
  parameter Real b = 2*a "follows from a";
  parameter Boolean fast = true;
  input Real u(start = 1, unit = "V") "at the first cell";
  Real x[N](each start = 0.5, each unit = "V", each nominal = 10);
  Real m[2, 2](start = {{1, 2}, {3, 4}});
  output Real y(unit = "V") = sum(x);
  output Real 'a <b> & "c"' = b*x[1];
  Integer level(start = 0);
  output Boolean high(start = false);
equation
  der(x[1]) = a*(u - x[1]);
  for i in 2:N loop
    der(x[i]) = (if fast then a else 1)*(x[i - 1] - x[i]);
  end for;
  der(m) = -m;
  when x[N] > 0.8 then
    level = pre(level) + 1;
    high = true;
  end when;
  annotation(experiment(StopTime = 2));
end Arrays;
