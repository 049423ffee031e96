model M
  Real x, y;
equation
  if x > 0 then
    y = 1;
  else if x < 0 then
    y = 2;
  end if;
end M;
