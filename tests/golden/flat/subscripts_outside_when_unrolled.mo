model subscripts_outside_when_unrolled
  parameter Integer N = 4;
  Real x[N], y[6], A[N, N];
equation
  der(x) = -x;
  for i in 1:N loop
    for j in 1:i loop
      A[i, j] = x[j];
    end for;
    for j in i + 1:N loop
      A[i, j] = x[i + j];
    end for;
  end for;
  for i in {1, 2, 3, 6, 4, 5} loop
    y[i] = x[i];
  end for;
end subscripts_outside_when_unrolled;
