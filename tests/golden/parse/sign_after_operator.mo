model M
  Real x, y;
equation
  x = y*-2;
  y = 2^-1 + +x;
  x = not not y;
end M;
