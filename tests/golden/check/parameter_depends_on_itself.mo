model M
  parameter Integer n = m + 1;
  parameter Integer m = n - 1;
  Real x[n];
end M;
