model M
  Real x, y;
equation
  for i in 1:3 loop
    y = 1;
  endfor;
end M;
