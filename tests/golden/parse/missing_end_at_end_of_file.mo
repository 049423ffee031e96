model M
  Real x;
equation
  for i in 1:3 loop
    x = 1;
