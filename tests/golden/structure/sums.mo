model sums
  parameter Integer N = 100, M = 20;
  parameter Real g[N] = {1/i for i in 1:N};
  Real x[N](each start = 1), y[N, M], total, weighted, mean;
equation
  total = sum(x);
  mean = total/N;
  weighted = sum(3*g[i]*x[i]^2*total for i in 1:N);
  for i in 1:N loop
    der(x[i]) = mean - x[i] + sum(y[i, :]) - weighted;
    for j in 1:M loop
      der(y[i, j]) = -y[i, j] + sum(sin(x[i] - x[k]) for k in 1:N);
    end for;
  end for;
end sums;
