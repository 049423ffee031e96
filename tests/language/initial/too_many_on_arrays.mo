model too_many_on_arrays
  Real x[3](each start = 1, each fixed = true);
initial equation
  for i in 1:3 loop
    der(x[i]) = 0;
  end for;
equation
  der(x) = {1, 2, 3} - x;
end too_many_on_arrays;
