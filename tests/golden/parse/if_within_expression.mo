model M
  Real x, y;
equation
  x = 1 + if y > 0 then 1 else 2;
end M;
