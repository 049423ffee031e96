model M
  Real x[3], y[2];
equation
  for i loop
    x[i] = y[i];
  end for;
  for k loop
    y[1] = 1;
  end for;
end M;
