model M
  Real x(start = 0), y;
  Integer n(start = 0);
equation
  der(x) = 1;
  y = 2;
  when x > 1 then
    n + 1 = 2;
    2 = n;
  end when;
  when noEvent(x > 2) then
    n = 3;
  end when;
end M;
