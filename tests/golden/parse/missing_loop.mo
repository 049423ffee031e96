model M
  Real x, y;
equation
  for i in 1:3
    y[i] = 1;
  end for;
  for j in 1:3 do
    x[j] = 2;
  end for;
end M;
