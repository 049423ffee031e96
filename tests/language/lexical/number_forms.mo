//! 0: r[1] = 1
//! 0: r[2] = 1.5
//! 0: r[3] = 2000
//! 0: r[4] = 0.00025
//! 0: r[5] = 3e8
//! 0: r[6] = 7
model number_forms
  Real r[6];
equation
  r = {1, 1.5, 2e3, 2.5E-4, 3.e+8, 7.};
end number_forms;
