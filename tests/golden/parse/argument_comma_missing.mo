model M
  Real x, y;
equation
  x = f(1 2);
  y = f(1,);
end M;
