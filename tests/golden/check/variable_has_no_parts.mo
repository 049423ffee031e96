model M
  Real x, y;
equation
  x = 1;
  y = x.z;
end M;
