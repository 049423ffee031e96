//! 0: y[1] = 5
//! 0: y[5] = 1
//! 0: z[1] = 4
//! 0: z[2] = 2
model reverse_slice
  Real x[5] = {1, 2, 3, 4, 5};
  Real y[5], z[2];
equation
  y[5:-1:1] = x;
  z = x[4:-2:1];
end reverse_slice;
