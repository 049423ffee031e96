model recursion
  Real x[5], y[5];
equation
  y[1] = x[1];
  for i in 2:5 loop
    y[i] = y[i-1] + x[i];
    der(x[i]) = y[i];
  end for;
  der(x[1]) = y[5];
end recursion;
