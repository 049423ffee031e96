model M
  Real x(start = true, fixed = 1, unit = 3, min = {1, 2});
  Integer n(start = 1.5);
  Real y(start = 1, start = 2);
  Real z(start);
  Real w(a.b = 1, start(x = 2));
equation
  x = 1;
  n = 1;
  y = 1;
  z = 1;
  w = 1;
end M;
