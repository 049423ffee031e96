model M
  Real x, y;
equation
  x = der y;
  y = initial;
end M;
