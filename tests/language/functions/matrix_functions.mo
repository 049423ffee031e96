//! 0: C[1,1] = 19
//! 0: C[1,2] = 22
//! 0: C[2,1] = 43
//! 0: C[2,2] = 50
//! 0: d = -2
//! 1: D[2,1] = 4 +- 1e-6
//! 1: t = 5 +- 1e-6
model matrix_functions
  function times
    input Real A[:, :];
    input Real B[size(A, 2), :];
    output Real C[size(A, 1), size(B, 2)];
  algorithm
    for i in 1:size(A, 1) loop
      for j in 1:size(B, 2) loop
        C[i, j] := sum(A[i, k]*B[k, j] for k in 1:size(A, 2));
      end for;
    end for;
  end times;
  function det2
    input Real A[2, 2];
    output Real d;
  algorithm
    d := A[1, 1]*A[2, 2] - A[1, 2]*A[2, 1];
  end det2;
  function trace
    input Real A[:, :];
    output Real t = 0;
  algorithm
    for i in 1:size(A, 1) loop
      t := t + A[i, i];
    end for;
  end trace;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real C[2, 2] = times(A, [5, 6; 7, 8]);
  Real d = det2(A);
  Real x(start = 0, fixed = true);
  Real D[2, 2];
  Real t = trace(D);
equation
  der(x) = 1;
  D = times(A, [x, 0; 0, x]) + [0, 0; x, 0];
end matrix_functions;
