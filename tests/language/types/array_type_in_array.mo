//! 0: m[2,3] = 6
//! 0: s = 21
model array_type_in_array
  type Row = Real[3];
  Row m[2] = {{1, 2, 3}, {4, 5, 6}};
  Real s = sum(m);
end array_type_in_array;
