model M
  Real x, y[2];
equation
  x[1] = 1;
  y = {1, 2};
end M;
