//! set q[1] = 2
//! set q[2] = 1
//! 0: y[1] = 20
//! 0: y[2] = 10
//! 0: y[3] = 30
model permutation_overridden
  parameter Integer q[3] = {1, 2, 3};
  Real y[3];
equation
  for i in 1:3 loop
    y[q[i]] = 10*i;
  end for;
end permutation_overridden;
