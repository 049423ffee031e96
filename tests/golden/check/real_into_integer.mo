model M
  parameter Integer n = 7/2;
  Integer k(start = 0);
  Real x = 1;
equation
  when x > 2 then
    k = x + 1;
  end when;
end M;
