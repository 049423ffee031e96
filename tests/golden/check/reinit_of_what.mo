model M
  Real x(start = 0), y;
  Integer n(start = 0);
equation
  der(x) = 1;
  y = x;
  reinit(x, 0);
  when x > 1 then
    reinit(y, 1);
    reinit(n, 1);
    reinit(x + 1, 2);
    reinit(x, true);
    reinit(x);
    n = 2;
  end when;
end M;
