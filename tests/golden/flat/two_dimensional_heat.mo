model two_dimensional_heat
  parameter Integer N = 300, M = 200;
  parameter Real a = 0.1, h = 1/N;
  Real T[N, M](each start = 20), mean = sum(T)/(N*M), q[N], edge[M];
equation
  for i in 1:N loop
    for j in 1:M loop
      der(T[i, j]) = a/h^2*((if i == 1 then 100 else T[i - 1, j]) + (if i == N then 0 else T[i + 1, j])
        + (if j == 1 then T[i, 1] else T[i, j - 1]) + (if j == M then T[i, M] else T[i, j + 1]) - 4*T[i, j]);
    end for;
  end for;
  q = T[:, 1] - T[:, M];
  edge = T[N, :];
end two_dimensional_heat;
