//! 0: y[1] = 3 +- 1e-9
//! 0: y[3] = 1 +- 1e-9
model sum_of_all_inside
  Real y[3];
equation
  for i in 1:3 loop
    y[i] = sum(y[j] for j in 1:3)/2 - (i - 1);
  end for;
end sum_of_all_inside;
