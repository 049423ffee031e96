//! 1: u[2,3] = 6 +- 1e-9
model for_over_two_indices
  Real u[2, 3](each start = 0, each fixed = true);
equation
  for i in 1:2, j in 1:3 loop
    der(u[i, j]) = i*j;
  end for;
end for_over_two_indices;
