//! 0: v[1] = 8 +- 1e-9
//! 0: v[2] = 2 +- 1e-9
//! 0: i[1] = 2 +- 1e-9
//! 0: i[2] = 2 +- 1e-9
//! 0: i[3] = 1 +- 1e-9
//! 0: i[5] = 1 +- 1e-9
// Two nodes, into each of which flows 1 A; five branches, the first with a source of 10 V.
// v = {8, 2}: i = {(10 - 8)/1, 8/4, (8 - 2)/6, 2/2, 2/2}
model kirchhoff
  constant Integer n = 2, m = 5;
  parameter Real R[m] = {1, 4, 6, 2, 2};
  parameter Real E[m] = {10, 0, 0, 0, 0};
  parameter Real D[n, m] = [-1, 1, 1, 0, 0; 0, 0, -1, 1, 1] "+1: leaves the node";
  Real v[n], i[m], u[m];
equation
  u = transpose(D)*v;
  for k in 1:m loop
    u[k] + E[k] = R[k]*i[k];
  end for;
  D*i = fill(1, n);
end kirchhoff;
