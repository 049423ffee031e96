model M
  Real x, y[3];
  Boolean b;
equation
  x = b;
  y = 1;
  y = {1, 2};
  x = y;
end M;
