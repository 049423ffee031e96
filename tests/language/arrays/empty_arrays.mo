//! 0: s = 0
//! 0: p = 1
//! 0: n = 0
model empty_arrays
  parameter Real a[0] = fill(1.0, 0);
  Real s = sum(a);
  Real p = product(a);
  Integer n = size(a, 1);
end empty_arrays;
