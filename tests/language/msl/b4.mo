//! 1: y = 1
model b4 "[a; b] of arrays with 3 dimensions"
  constant Real A[2, 2, 2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  constant Real B[4, 2, 2] = [A; A];
  Real y = B[3, 1, 1];
end b4;
