model M
  Real x, y;
equation
  x = 2y;
end M;
