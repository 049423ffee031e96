model M
  Real x, y;
algorithm
  x = 3;
  y := 2;
end M;
