model M
  Real x, y;
equation
  x = 7 % 2;
end M;
