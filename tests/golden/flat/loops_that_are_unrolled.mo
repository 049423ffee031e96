model loops_that_are_unrolled
  parameter Integer N = 4;
  Real x[N], t[N, N], p[8];
equation
  for i in 1:N loop
    der(x[i]) = -sum(x[j] for j in 1:i);
    for j in 1:i loop
      t[i, j] = x[i] - x[j];
    end for;
    for j in i + 1:N loop
      t[i, j] = 0;
    end for;
  end for;
  for i in {1, 2, 4, 8} loop
    p[i] = i*x[1];
  end for;
  for i in {3, 5, 6, 7} loop
    p[i] = 0;
  end for;
end loops_that_are_unrolled;
