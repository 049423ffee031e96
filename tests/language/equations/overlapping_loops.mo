model overlapping_loops
  Real x[6];
equation
  for i in 1:4 loop
    x[i] = i;
  end for;
  for i in 3:6 loop
    x[i] = 2*i;
  end for;
end overlapping_loops;
