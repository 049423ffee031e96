model M
  Real x, y;
equation
  if x > 1 then
    y = 1;
  elsewhen x < 0 then
    y = 2;
  end if;
end M;
