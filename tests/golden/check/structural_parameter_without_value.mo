model M
  parameter Integer n;
  Real x[n];
end M;
