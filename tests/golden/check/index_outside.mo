model M
  Real x[3], y;
equation
  x[4] = 1;
  x[0] = 2;
  y = x[-1] + sum(x[2:5]) + x[end + 1];
end M;
