model M
  Real x, y;
equation
  if x = 1 then
    y = 2;
  end if;
  when y = 3 then
    x = 1;
  end when;
end M;
