//! tol 1e-7 1e-10
//! 1: x[1] = 1 +- 1e-4
//! 1: x[2] = 0.5 +- 1e-4
// (1 + x1) x1' - x1 x2' = 1 + x1 - x1^2, x2' = x1: x1' = 1, x1 = t, x2 = t^2/2
model mass_matrix_of_state
  Real x[2](each start = 0, each fixed = true);
equation
  [1 + x[1], -x[1]; 0, 1]*der(x) = {1 + x[1] - x[1]^2, x[1]};
end mass_matrix_of_state;
