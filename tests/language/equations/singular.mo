model singular
  Real x, y, z;
equation
  x + y = 1;
  x - y = 2;
  x = 2*y;
  z = 1;
end singular;
