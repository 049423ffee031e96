//! 0: a[2] = 2.5
//! 0: b[2] = 0.4
//! 0: c[1] = 8
//! 0: d[2] = 25
model elementwise_division_by_array
  Real x[2] = {2, 5};
  Real a[2] = x/2, b[2] = 2 ./ x, c[1] = {x[1]^3}, d[2] = x.^2;
end elementwise_division_by_array;
