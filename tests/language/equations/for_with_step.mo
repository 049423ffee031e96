//! 0: x[1] = 10
//! 0: x[2] = -2
//! 0: x[5] = 50
model for_with_step
  Real x[5];
equation
  for i in 1:2:5 loop
    x[i] = 10*i;
  end for;
  for i in 4:-2:2 loop
    x[i] = -i;
  end for;
end for_with_step;
