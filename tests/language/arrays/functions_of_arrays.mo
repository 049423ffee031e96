//! 0: a = 3
//! 0: n = 2
//! 0: t[1,2] = 4
//! 0: i[2,2] = 1
//! 0: i[1,2] = 0
//! 0: l[3] = 5
//! 0: z = 0
//! 0: f[2,2] = 7
//! 0: d[2,2] = 9
//! 0: cr[3] = 1
model functions_of_arrays
  Real m[3, 2] = {{1, 2}, {4, 5}, {7, 8}};
  Integer a = size(m, 1);
  Integer n = ndims(m);
  Real t[2, 3] = transpose(m);
  Real i[2, 2] = identity(2);
  Real l[5] = linspace(1, 9, 5);
  Real z = sum(zeros(3)) + product(ones(4)) - 1;
  Real f[2, 2] = fill(7, 2, 2);
  Real d[2, 2] = diagonal({8, 9});
  Real cr[3] = cross({1, 0, 0}, {0, 1, 0});
end functions_of_arrays;
