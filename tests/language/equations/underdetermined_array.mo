model underdetermined_array
  parameter Integer N = 6;
  Real x[N], y[N];
equation
  for i in 2:N - 1 loop
    x[i] = i;
  end for;
  y = 2*x;
  x[1] = 1;
end underdetermined_array;
