model overdetermined_array
  parameter Integer N = 6;
  Real x[N];
equation
  for i in 1:N loop
    x[i] = i;
  end for;
  x[3] = 7;
end overdetermined_array;
