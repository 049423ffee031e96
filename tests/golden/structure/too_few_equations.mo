model too_few_equations
  Real x[4], y, z[2, 3];
equation
  for i in 1:3 loop
    der(x[i]) = y;
  end for;
  for i in 1:2, j in 1:2 loop
    z[i, j] = 1;
  end for;
end too_few_equations;
