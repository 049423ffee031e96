model M
  parameter Real p = 1;
  discrete Real d(start = 0);
  Integer n(start = 0);
  Real x;
equation
  der(p) = 1;
  der(d) = 1;
  der(n) = 1;
  der(x) = der(2*p);
  when x > 1 then
    d = 1;
    n = 2;
  end when;
end M;
