model M
  Real x(startt = 1);
  Boolean b(min = 1);
  Integer n(unit = "m");
  Real y(stateSelect = 3);
  Real z(foo = 1);
equation
  x = 1;
  b = true;
  n = 1;
  y = 1;
  z = 1;
end M;
