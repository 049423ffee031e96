model M
  Real x[3], y;
equation
  y = x[1.5] + x[true] + x[time];
  x = {1, 2, 3};
end M;
