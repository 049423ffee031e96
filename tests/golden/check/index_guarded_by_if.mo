model M
  parameter Integer N = 3;
  Real x[N];
equation
  for i in 1:N loop
    x[i] = if i > 1 then x[i - 1] else time;
  end for;
end M;
