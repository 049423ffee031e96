model recursion_too_long
  Real y[60000];
equation
  y[1] = 1;
  for i in 2:60000 loop
    y[i] = y[i-1]/2;
  end for;
end recursion_too_long;
