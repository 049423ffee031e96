model M
  Real x, y;
equation
  x = if y > 0 then 1;
  y = 2;
end M;
