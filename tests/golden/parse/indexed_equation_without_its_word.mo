model M
  Real x[3];
  x[1] = 1;
end M;
