//! 0: x[3] = 30
//! 0: x[2] = 2
model for_over_a_list
  Real x[3];
equation
  for i in {1, 3} loop
    x[i] = 10*i;
  end for;
  x[2] = 2;
end for_over_a_list;
