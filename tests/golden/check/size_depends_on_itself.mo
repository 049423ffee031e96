model M
  Real x[size(y, 1)] = y;
  Real y[size(x, 1)] = x;
  Real z[:] = z;
end M;
