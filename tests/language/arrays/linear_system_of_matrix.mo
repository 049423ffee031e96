//! tol 1e-6 1e-8
//! 1: x[1] = 0.367879 +- 1e-4
//! 1: x[2] = 0.135335 +- 1e-4
model linear_system_of_matrix
  parameter Real A[2, 2] = {{-1, 0}, {0, -2}};
  Real x[2](each start = 1, each fixed = true);
equation
  der(x) = A*x;
end linear_system_of_matrix;
