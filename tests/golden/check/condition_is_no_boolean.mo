model M
  Real x;
  Integer n(start = 0);
equation
  x = if n then 1 else 2;
  when x then
    n = 1;
  end when;
  if x then
    x = 1;
  end if;
end M;
