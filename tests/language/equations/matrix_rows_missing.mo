model matrix_rows_missing
  Real m[3, 4];
equation
  for j in 1:4 loop
    m[1, j] = j;
    m[3, j] = 2*j;
  end for;
end matrix_rows_missing;
