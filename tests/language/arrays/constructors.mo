//! 0: a[2] = 5
//! 0: m[1,2] = 2
//! 0: m[2,1] = 3
//! 0: c[4] = 16
//! 0: k[2,3] = 23
model constructors
  Real a[3] = {4, 5, 6};
  Real m[2, 2] = {{1, 2}, {3, 4}};
  Real c[4] = {i^2 for i in 1:4};
  Real k[2, 3] = {10*i + j for j in 1:3, i in 1:2};
end constructors;
