model nothing_grows_with_the_number_of_cells
  parameter Integer N = 1000000;
  parameter Real K = 100, L[N] = {1 + i/N for i in 1:N};
  Real w[N](each start = 5), c[N], total, mean = total/N;
  discrete Real on[N](each start = 1);
equation
  for i in 1:N loop
    der(w[i]) = (if i == 1 then time else w[i - 1]) - w[i] - K*max(w[i] - c[i], 0)^2;
  end for;
  c = L.*w + fill(mean, N);
  total = sum(w) + w*c + sum(w[i]*c[i] for i in 2:N - 1);
algorithm
  for i in 1:N loop
    when w[i] > 1 then
      on[i] := 0;
    end when;
  end for;
end nothing_grows_with_the_number_of_cells;
