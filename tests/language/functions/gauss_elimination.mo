//! 0: x[1] = 1
//! 0: x[2] = 2 +- 1e-12
//! 0: x[3] = 3 +- 1e-12
model gauss_elimination
  function solve
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)];
  protected
    Integer n = size(A, 1);
    Real M[size(A, 1), size(A, 1)] = A;
    Real c[size(A, 1)] = b;
    Real f;
  algorithm
    for k in 1:n - 1 loop
      for i in k + 1:n loop
        f := M[i, k]/M[k, k];
        for j in k:n loop
          M[i, j] := M[i, j] - f*M[k, j];
        end for;
        c[i] := c[i] - f*c[k];
      end for;
    end for;
    for k in n:-1:1 loop
      x[k] := c[k];
      for j in k + 1:n loop
        x[k] := x[k] - M[k, j]*x[j];
      end for;
      x[k] := x[k]/M[k, k];
    end for;
  end solve;
  parameter Real A[3, 3] = [2, 1, 0; 1, 3, 1; 0, 1, 4];
  Real x[3] = solve(A, {4, 10, 14});
end gauss_elimination;
