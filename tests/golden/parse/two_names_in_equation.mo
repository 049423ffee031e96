model M
  Real x, y;
equation
  Real z;
  x = 1;
end M;
