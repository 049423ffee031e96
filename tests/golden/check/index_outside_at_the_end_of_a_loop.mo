model M
  parameter Integer N = 10;
  Real x[N], y[N, 2];
equation
  for i in 1:N loop
    der(x[i]) = x[i + 1] - x[i - 1];
    for j in 1:2 loop
      y[i, 2*j - 1] = x[N - i + 1];
    end for;
  end for;
end M;
