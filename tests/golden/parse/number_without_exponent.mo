model M
  Real x, y;
equation
  x = 1.5e + 2;
end M;
