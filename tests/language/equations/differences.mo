//! tol 1e-6 1e-9
//! 0: d[1] = 3
//! 0: d[3] = 7
//! 0: e[2] = 2
//! 0: e[1] = 2
model differences
  Real x[5] = {i^2 for i in 1:5};
  Real d[4] = x[2:end] - x[1:end - 1];
  Real e[3] = d[2:end] - d[1:end - 1];
end differences;
