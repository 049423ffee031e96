model M
  Real x(start = 1 fixed = true);
  Real y(start 2);
  Real z;
equation
  x = 1;
end M;
