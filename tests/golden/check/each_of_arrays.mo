model M
  Real x[3](start = 1);
  Real y[3](each start = {1, 2, 3});
  Real z[3](start = {1, 2});
  Real w[3](each start = 1, unit = "m");
  Real v(each start = 1);
equation
  der(x) = x;
  y = x;
  z = x;
  w = x;
  v = 1;
end M;
