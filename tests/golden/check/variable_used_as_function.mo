model M
  Real x, y[3];
equation
  x = y(1);
  y = {1, 2, 3};
end M;
