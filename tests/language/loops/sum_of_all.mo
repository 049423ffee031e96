//! 0: y[1] = 3 +- 1e-9
//! 0: y[3] = 1 +- 1e-9
//! 0: s = 6 +- 1e-9
// y[i] = s/2 - c[i]... : s = 3 s/2 - 3, s = 6: y = 3 - {0, 1, 2}
model sum_of_all
  Real y[3], s;
equation
  for i in 1:3 loop
    y[i] = s/2 - (i - 1);
  end for;
  s = sum(y);
end sum_of_all;
