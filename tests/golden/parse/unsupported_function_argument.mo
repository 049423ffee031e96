model M
  Real x, y;
equation
  x = quad(function f(a = 1), 0, 1);
end M;
