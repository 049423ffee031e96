model too_many_equations
  Real x, y, z, w;
equation
  der(x) = y;
  y = 2*x + z;
  z = x;
  y + z = 3;
end too_many_equations;
