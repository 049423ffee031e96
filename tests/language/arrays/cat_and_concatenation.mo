//! 0: a[3] = 3
//! 0: a[5] = 5
//! 0: b[3,1] = 5
model cat_and_concatenation
  Real a[5] = cat(1, {1, 2}, {3}, {4, 5});
  Real b[3, 2] = cat(1, {{1, 2}, {3, 4}}, {{5, 6}});
end cat_and_concatenation;
