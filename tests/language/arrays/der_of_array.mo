//! tol 1e-6 1e-9
//! 1: x[1] = 0.8414709848 +- 1e-4
//! 1: x[2] = 0.5403023059 +- 1e-4
model der_of_array
  parameter Real A[:, :] = [0, 1; -1, 0];
  Real x[size(A, 1)](start = {0, 1}, each fixed = true);
equation
  der(x) = A*x;
end der_of_array;
