model M
  Real x, y;
equation
  x = y + end;
  y = x[end];
end M;
