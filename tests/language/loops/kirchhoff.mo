//! tol 1e-7 1e-10
//! 0: v[1] = 8 +- 1e-9
//! 0: v[2] = 2 +- 1e-9
//! 0: i[1] = 2 +- 1e-9
//! 0: i[2] = 2 +- 1e-9
//! 0: i[5] = 1 +- 1e-9
// 10 V - 1 Ohm - node 1 (4 Ohm to the ground) - 3 Ohm - ... ; incidence of five branches on two nodes.
// Branch 1: 10 - v1 = 1 i1; branch 2: v1 = 4 i2 ... with i1 = i2 + i3: i3 = 0?  chosen R below.
model kirchhoff
  // nodes: 1, 2; branches from node a to node b, 0 is the ground, E is the source in the branch
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
  D*i = {-0, 1 - 1} + correction;
  correction = {1, 1};
protected
  Real correction[2];
end kirchhoff;
