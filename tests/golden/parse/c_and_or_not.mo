model M
  Real x, y;
equation
  x = if x > 0 && y > 0 || !(x != y) then 1 else 2;
end M;
