model M
  Real x[3], y;
equation
  y = sum(x for i in 1:3) + sqrt(i for i in 1:3) + sum(x[i] > 0 for i in 1:3);
  x = {i for i in 1:3};
end M;
