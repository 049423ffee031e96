//! tol 1e-7 1e-10
//! 0: a[1] = 2 +- 1e-9
//! 0: a[2] = -1 +- 1e-9
//! 1: x[1] = 2 +- 1e-4
//! 1: x[2] = -1 +- 1e-4
model mass_matrix
  parameter Real M[2, 2] = [2, 1; 1, 3];
  Real x[2](each start = 0, each fixed = true), a[2];
equation
  M*der(x) = {3, -1};
  a = der(x);
end mass_matrix;
