model M
  Real x, y;
equation
  for i in 1:3 loop
    y[i] = 1;
  end;
  x = 2;
end M;
