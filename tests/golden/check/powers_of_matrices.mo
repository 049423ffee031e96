model M
  Real A[2, 2] = [1, 2; 3, 4], B[2, 2];
equation
  B = A^2;
end M;
