model M
  Real x[100000, 100000];
  Real y[10000000000];
end M;
