model powers_of_matrices
  parameter Real M[2, 2] = [1, 2; 3, 4];
  Real p[2, 2] = M^2;
end powers_of_matrices;
