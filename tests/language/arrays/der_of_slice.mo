//! tol 1e-6 1e-9
//! 1: x[1] = 2 +- 1e-4
//! 1: x[2] = 4 +- 1e-4
//! 1: x[3] = 0.36787944117 +- 1e-4
//! 1: x[4] = 0.73575888234 +- 1e-4
model der_of_slice
  Real x[4](start = {1, 2, 1, 2}, each fixed = true);
equation
  der(x[1:2]) = {1, 2};
  der(x[3:end]) = -x[3:end];
end der_of_slice;
