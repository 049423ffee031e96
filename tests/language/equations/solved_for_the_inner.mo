//! 0: y[1] = 3
//! 0: y[3] = 1
//! 0: z[2] = 4
model solved_for_the_inner
  Real y[3], z[3];
equation
  for i in 1:3 loop
    4 - i = y[i];
    2*(z[i] + y[i]) - 3 = 9;
  end for;
end solved_for_the_inner;
