package A
  constant Integer n = B.m + 1;
end A;
package B
  constant Integer m = A.n - 1;
end B;
model use
  Real y = A.n;
end use;
