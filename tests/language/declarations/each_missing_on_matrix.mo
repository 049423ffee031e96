model each_missing_on_matrix
  Real x[2, 2](start = {1, 2}, each fixed = true);
equation
  der(x) = -x;
end each_missing_on_matrix;
