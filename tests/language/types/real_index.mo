model real_index
  Real x[3] = {1, 2, 3};
  Real y = x[1.0];
end real_index;
