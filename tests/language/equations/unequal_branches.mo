model unequal_branches
  Real x, y;
equation
  if time > 1 then
    x = 1;
    y = 1;
  else
    x = 2;
  end if;
end unequal_branches;
