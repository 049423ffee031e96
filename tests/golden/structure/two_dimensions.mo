model two_dimensions
  parameter Integer N = 4, M = 5;
  Real u[N, M], q[N + 1, M], p[N, M + 1];
equation
  for j in 1:M loop
    q[1, j] = 0;
    q[N + 1, j] = 0;
    for i in 2:N loop
      q[i, j] = u[i-1, j] - u[i, j];
    end for;
  end for;
  for i in 1:N loop
    p[i, 1] = time;
    p[i, M + 1] = 0;
    for j in 2:M loop
      p[i, j] = u[i, j-1] - u[i, j];
    end for;
  end for;
  for i in 1:N, j in 1:M loop
    der(u[i, j]) = q[i, j] - q[i + 1, j] + p[i, j] - p[i, j + 1];
  end for;
end two_dimensions;
