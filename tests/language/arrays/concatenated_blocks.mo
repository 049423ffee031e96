//! 0: B[1,3] = 9
//! 0: B[3,1] = 7
//! 0: B[3,3] = 5
//! 0: B[2,2] = 4
model concatenated_blocks
  parameter Real M[2, 2] = [1, 2; 3, 4];
  Real B[3, 3] = [M, {9, 9}; {{7, 7}}, 5];
end concatenated_blocks;
