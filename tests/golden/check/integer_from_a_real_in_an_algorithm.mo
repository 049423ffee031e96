model M
  Integer n(start = 0);
  Real x(start = 0);
equation
  der(x) = 1;
algorithm
  when x > 1 then
    n := x/2;
    n := pre(n)/2;
  end when;
end M;
