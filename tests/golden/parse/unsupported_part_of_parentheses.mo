model M
  Real x, y;
equation
  x = (f(y))[1];
end M;
