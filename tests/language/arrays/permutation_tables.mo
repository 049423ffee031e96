//! tol 1e-6 1e-9
//! 0: y[2] = 10
//! 0: y[3] = 20
//! 0: y[1] = 30
//! 0: z[1] = 20
//! 0: z[2] = 30
//! 0: z[3] = 10
//! 1: x[2] = 2 +- 1e-4
//! 1: x[1] = 4 +- 1e-4
model permutation_tables
  constant Integer p[3] = {2, 3, 1};
  parameter Integer q[3] = {3, 1, 2};
  Real x[3](each start = 1, each fixed = true);
  Real y[3], z[3];
equation
  for i in 1:3 loop
    y[p[i]] = 10*i;
    z[p[q[i]]] = y[p[q[q[i]]]];
    der(x[p[i]]) = i;
  end for;
end permutation_tables;
