model M
  Real x, y;
equation
  x = u[1;
  y = {1, 2;
  x = [1, 2; 3 4];
end M;
