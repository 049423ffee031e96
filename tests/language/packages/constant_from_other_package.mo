//! 0: y = 30
//! 0: z[3] = 9
//! model use
package A
  constant Integer n = B.m + 1;
  constant Real squares[n] = {i^2 for i in 1:n};
end A;
package B
  constant Integer m = 3;
end B;
model use
  Real y = sum(A.squares);
  Real z[A.n] = A.squares;
end use;
