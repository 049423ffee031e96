model boolean_index
  Real x[3] = {1, 2, 3};
  Real y = x[true];
end boolean_index;
