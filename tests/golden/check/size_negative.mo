model M
  parameter Integer n = -1;
  Real x[n];
  Real y[3] = zeros(2 - 3);
end M;
