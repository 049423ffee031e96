model M
  Real x[1, 1, 1, 1, 1, 1, 1, 1, 1];
  Real y[:] = zeros(1, 1, 1, 1, 1, 1, 1, 1, 1);
end M;
