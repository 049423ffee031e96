model M
  Real x, y;
equation
  x = (1 + 2;
  y = sin(x;
end M;
