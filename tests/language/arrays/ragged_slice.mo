model ragged_slice
  Real x[3] = {1, 2, 3};
  Real p[3] = {sum(x[1:i]) for i in 1:3};
end ragged_slice;
