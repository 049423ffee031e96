model M
  Real x(start = 0), y;
  Integer n(start = 0);
equation
  der(x) = 1;
  when sample(x, 1) then
    n = 1;
  end when;
  y = delay(x, x);
  y = smooth(1.5, x) + delay(x, x, 3);
end M;
