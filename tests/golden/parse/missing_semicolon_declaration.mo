model M
  Real x(start = 1)
  Real y;
equation
  x = y;
end M;
