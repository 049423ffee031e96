//! 0: r[1] = 2
//! 0: r[3] = 4
//! 0: s = 14
//! 0: col[2] = 22
//! 0: pick[1] = 5
//! 0: pick[2] = 1
//! 0: last = 5
model slices
  Real a[5] = {1, 2, 3, 4, 5};
  Real m[2, 3] = {{10*i + j for j in 1:3} for i in 1:2};
  Real r[3] = a[2:4];
  Real s = sum(a[2:end]);
  Real col[2] = m[:, 2];
  Real pick[2] = a[{5, 1}];
  Real last = a[end];
end slices;
