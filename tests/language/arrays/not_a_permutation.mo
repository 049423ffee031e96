model not_a_permutation
  parameter Integer q[3] = {1, 2, 2};
  Real y[3];
equation
  for i in 1:3 loop
    y[q[i]] = 10*i;
  end for;
end not_a_permutation;
