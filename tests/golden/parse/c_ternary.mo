model M
  Real x, y;
equation
  x = y > 0 ? 1 : 2;
  y = 3;
end M;
