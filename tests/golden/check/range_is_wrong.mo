model M
  Real x[3];
equation
  for i in 1:0:3 loop
    x[i] = 1;
  end for;
  for i in 3 loop
    x[i] = 1;
  end for;
  for i in 1:time loop
    x[1] = 1;
  end for;
  for i in 1:{1, 2} loop
    x[2] = 1;
  end for;
end M;
