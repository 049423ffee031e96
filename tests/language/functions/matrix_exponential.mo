//! 0: E[1,1] = 1
//! 0: E[1,2] = 2
//! 0: E[2,1] = 0
//! 0: P[1,2] = 21
model matrix_exponential
  "N^2 = 0: exp(N) = I + N; powers of the Fibonacci matrix"
  function power
    input Real A[:, size(A, 1)];
    input Integer n;
    output Real P[size(A, 1), size(A, 1)] = identity(size(A, 1));
  algorithm
    for i in 1:n loop
      P := P*A;
    end for;
  end power;
  function expm
    input Real A[:, size(A, 1)];
    output Real E[size(A, 1), size(A, 1)] = identity(size(A, 1));
  protected
    Real f = 1;
  algorithm
    for k in 1:5 loop
      f := f/k;
      E := E + f*power(A, k);
    end for;
  end expm;
  Real E[2, 2] = expm([0, 2; 0, 0]), P[2, 2] = power([1, 1; 1, 0], 8);
end matrix_exponential;
