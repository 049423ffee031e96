model M
  Real x, y;
algorithm
  x += 1;
  y -= 2;
end M;
