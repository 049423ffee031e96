model sizes_of_zero
  parameter Integer N = 0;
  Real x[N], y[N + 1], s, A[N, 3];
  Real e[3] = transpose(A)*x;
equation
  der(x) = -x;
  for i in 1:N loop
    A[i, :] = {x[i], 1, 2};
  end for;
  y[1] = 1;
  s = sum(x) + product(y[2:end]);
end sizes_of_zero;
