model M
  Real x, y;
equation
  for i in 1:3 loop
    x[i] = 1;
  end for
  y = 2;
end M;
