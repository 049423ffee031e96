model M
  Real x, y;
equation
  x = if 0 < y < 1 then 1 else 2;
end M;
