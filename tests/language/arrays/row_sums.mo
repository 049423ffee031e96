//! tol 1e-6 1e-9
//! 0: r[1] = 3
//! 0: r[2] = 7
//! 0: c[1] = 4
//! 0: c[2] = 6
//! 1: r[1] = 5 +- 1e-3
//! 1: c[2] = 8 +- 1e-3
//! 0: d = 5
model row_sums
  Real A[2, 2](start = [1, 2; 3, 4], each fixed = true);
  Real r[2] = {sum(A[i, :]) for i in 1:2};
  Real c[2] = {sum(A[i, j] for i in 1:2) for j in 1:2};
  Real d = sum(A[i, i] for i in 1:2);
equation
  for i in 1:2, j in 1:2 loop
    der(A[i, j]) = 1;
  end for;
end row_sums;
