model odd_and_even
  Real x[10], y[10];
equation
  for i in 1:2:9 loop
    y[i] = 1;
  end for;
  for i in 2:2:10 loop
    y[i] = x[i];
  end for;
  for i in 1:10 loop
    der(x[i]) = y[11 - i];
  end for;
end odd_and_even;
