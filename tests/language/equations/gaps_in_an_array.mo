model gaps_in_an_array
  Real x[9];
equation
  for i in {1, 4, 5, 8} loop
    x[i] = i;
  end for;
end gaps_in_an_array;
