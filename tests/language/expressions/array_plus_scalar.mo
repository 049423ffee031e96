model array_plus_scalar
  Real x[2] = {2, 5};
  Real b[2] = x + 1;
end array_plus_scalar;
