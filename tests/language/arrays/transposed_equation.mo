//! 0: X[1,1] = 1 +- 1e-12
//! 0: X[1,2] = 3 +- 1e-12
//! 0: X[2,1] = 2 +- 1e-12
//! 0: Y[1,1] = 0 +- 1e-12
//! 0: Y[1,2] = 1 +- 1e-12
//! 0: Y[2,1] = 1 +- 1e-12
//! 0: Y[2,2] = 0 +- 1e-12
model transposed_equation
  Real X[2, 2], Y[2, 2];
  parameter Real A[2, 2] = [1, 2; 3, 4];
equation
  transpose(X) = A;
  A*Y = [2, 1; 4, 3];
end transposed_equation;
