model M
  Real x, y;
equation
  if x > 0
    y = 1;
  end if;
  when x > 1 y = 2; end when;
end M;
