model M
  Real x, y;
equation
  x = 1 + 2);
  y = 2]*3;
end M;
