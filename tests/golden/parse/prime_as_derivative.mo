model M
  Real x, y;
equation
  x' = -x;
  y'' = y';
end M;
