model sum_of_a_matrix
  Real x[30, 20](each start = 1), y[30, 20], s, t, u, w;
equation
  s = sum(x);
  t = sum(y);
  u = sum(x[i, j]*i for i in 1:30, j in 1:20);
  w = sum(x[2:29, 3]) + sum(x[5:10, :]);
  y = 2*x;
  for i in 1:30, j in 1:20 loop
    der(x[i, j]) = s - t - x[i, j];
  end for;
end sum_of_a_matrix;
