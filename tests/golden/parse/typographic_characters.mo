model M
Real x “a”;
equation
  x = 1 − 2 × y;
  y = if x ≤ 1 then 2 else 3·4;
  x = 3;
end M;
