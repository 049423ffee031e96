model M
  Real x, a[2];
equation
  x = if x > 0 then 1 else {1, 2};
  a = if x > 0 then {1, 2} else {1, 2, 3};
  x = if x > 0 then true else 1;
end M;
