//! 0: x[4] = 16
model for_without_range
  Real x[4];
equation
  for i loop
    x[i] = i^2;
  end for;
end for_without_range;
