model M
  discrete Real d(start = 0), e(start = 0);
  Boolean b;
  Integer n;
  Real x;
equation
  d = 2*x;
  b = noEvent(x > 1);
  n = if noEvent(x > 2) then 1 else 2;
  der(x) = 1;
algorithm
  e := 1;
end M;
