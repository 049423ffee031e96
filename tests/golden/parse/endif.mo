model M
  Real x, y;
equation
  if x > 0 then
    y = 1;
  endif;
  x = 2;
end M;
