//! 0: m[1,3] = 3
//! 0: m[2,2] = 5
//! 0: r[1,4] = 9
model matrix_brackets
  Real m[2, 3] = [1, 2, 3; 4, 5, 6];
  Real v[1, 2] = [7, 8];
  Real r[1, 4] = [v, 6, 9];
end matrix_brackets;
