model M
  Real x, y;
equation
  when x > 1 then
    y = 1;
  elseif x < 0 then
    y = 2;
  end when;
end M;
