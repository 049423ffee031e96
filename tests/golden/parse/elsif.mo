model M
  Real x, y;
equation
  if x > 0 then
    y = 1;
  elsif x < -1 then
    y = 2;
  end if;
  x = if y > 0 then 1 elif y < 0 then 2 else 3;
end M;
