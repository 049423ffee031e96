//! 0: y[1] = 4
//! 0: y[3] = 2
model shifted_indices
  Real x[4] = {1, 2, 3, 4};
  Real y[3];
equation
  for i in 1:3 loop
    y[4-i] = x[i+1];
  end for;
end shifted_indices;
