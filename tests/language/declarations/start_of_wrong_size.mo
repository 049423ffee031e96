model start_of_wrong_size
  Real x[3](start = {1, 2});
equation
  der(x) = {1, 1, 1};
end start_of_wrong_size;
