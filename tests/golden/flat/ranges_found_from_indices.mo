model ranges_found_from_indices
  Real x[7](each start = 1), A[3, 4], s;
equation
  for i loop
    der(x[i]) = -x[i];
  end for;
  for i, j loop
    A[i, j] = i + j;
  end for;
  s = sum(x[i]^2 for i);
end ranges_found_from_indices;
