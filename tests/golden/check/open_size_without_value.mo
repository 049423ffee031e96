model M
  Real x[:];
  Real y[:, :] = {1, 2};
equation
  x = {1};
end M;
