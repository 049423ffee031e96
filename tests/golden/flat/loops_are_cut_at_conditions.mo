model loops_are_cut_at_conditions
  parameter Integer N = 100;
  Real x[N], y[N], z[N], w[N, N];
  Real u = sin(time);
equation
  for i in 1:N loop
    der(x[i]) = (if i == 1 then u else x[i - 1]) - x[i];
    if i < 10 then
      y[i] = x[i];
    elseif i > 90 then
      y[i] = -x[i];
    else
      y[i] = x[i + 10] + x[i - 9];
    end if;
    if i > 1 then
      z[i] = z[i - 1] + x[i];
    end if;
    for j in 1:N loop
      w[i, j] = (if i == 1 or j == N then 0 else w[i - 1, j + 1]) + x[i];
    end for;
  end for;
  z[1] = 0;
end loops_are_cut_at_conditions;
