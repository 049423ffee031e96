model M
  Real x;
  Boolean b;
equation
  b = x == 1;
  x = if x <> 2 then 1 else 2;
end M;
