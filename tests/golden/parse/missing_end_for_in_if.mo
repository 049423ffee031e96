model M
  Real x, y;
equation
  if x > 0 then
    for i in 1:3 loop
      y[i] = 1;
  else
    y = 2;
  end if;
  x = 2;
end M;
