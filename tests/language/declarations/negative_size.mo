model negative_size
  parameter Integer n = -2;
  Real x[n];
end negative_size;
