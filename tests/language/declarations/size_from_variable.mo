model size_from_variable
  Integer n = 3;
  Real x[n];
equation
  x = fill(1, n);
end size_from_variable;
