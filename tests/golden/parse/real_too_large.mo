model M
  Real x, y;
equation
  x = 1e400;
  y = 1e308;
end M;
