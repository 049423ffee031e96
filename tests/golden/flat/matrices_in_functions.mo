model matrices_in_functions
  function solve
    "Gaussian elimination without pivoting"
    input Real A[:, :], b[size(A, 1)];
    output Real x[size(b, 1)];
  protected
    Integer n = size(A, 1);
    Real U[size(A, 1), size(A, 1) + 1] = [A, matrix(b)];
    Real f;
  algorithm
    for k in 1:n - 1 loop
      for i in k + 1:n loop
        f := U[i, k]/U[k, k];
        U[i, k:end] := U[i, k:end] - f*U[k, k:end];
      end for;
    end for;
    for i in n:-1:1 loop
      x[i] := (U[i, n + 1] - sum(U[i, j]*x[j] for j in i + 1:n))/U[i, i];
    end for;
  end solve;
  function pick
    input Real M[:, :];
    input Integer i, j;
    output Real v;
  algorithm
    v := M[i, j] + M[i + 1, end];
  end pick;
  Real x[3](each start = 1), y[3], v;
  Integer n(start = 1);
equation
  der(x) = -y;
  y = solve([4, 1, 0; 1, 4, 1; 0, 1, 4], x);
  v = pick({x, y}, n, 2);
  when x[1] < 0 then
    n = 1;
  end when;
end matrices_in_functions;
