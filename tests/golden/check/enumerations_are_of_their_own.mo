model M
  type E = enumeration(a, b);
  type F = enumeration(a, c);
  parameter E e = F.a;
  parameter E g = 1;
  parameter E h = E.d;
  Boolean x;
equation
  x = e == F.a;
end M;
