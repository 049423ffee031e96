model integer_from_real
  parameter Integer n = 2.5;
  Real x[n] = fill(0, n);
end integer_from_real;
